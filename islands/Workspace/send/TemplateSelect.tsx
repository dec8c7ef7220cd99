import type { ComponentProps } from "react";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { SelectField } from "../../_parts/fields/SelectField.tsx";
import { templatesByFolder } from "../design/templates/folders/templatesByFolder.ts";

/** A choice among one's own templates, folder by folder and the last used first, and the public ones. */
export function TemplateSelect(props: Omit<ComponentProps<typeof SelectField>, "label" | "children">) {
  const texts = useTexts(sendTexts);
  const templates = useLoad(queries.templates());
  const publicTemplates = useLoad(queries.publicTemplates());
  const folders = useLoad(queries.templateFolders());
  const groups = [
    ...templatesByFolder({
      templates: templates.value,
      folders: folders.value,
      otherwise: texts.template.own,
    }),
    { label: texts.template.public, items: publicTemplates.value ?? [] },
  ].filter((group) => group.items.length > 0);
  return (
    <SelectField
      label={texts.template.label}
      {...props}
      {...(groups.length === 0 ? { hint: texts.template.none } : {})}
    >
      <option value="">{texts.template.choose}</option>
      {groups.map(({ label, items }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two folders may have one name.
        <optgroup key={at} label={label}>
          {items.map((template) => (
            <option key={template._id} value={template._id}>
              {template.name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
