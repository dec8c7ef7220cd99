import type { ComponentProps } from "react";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { SelectField } from "../../_parts/fields/SelectField.tsx";

/** A choice among one's own templates and the public ones. */
export function TemplateSelect(props: Omit<ComponentProps<typeof SelectField>, "label" | "children">) {
  const templates = useLoad(queries.templates());
  const publicTemplates = useLoad(queries.publicTemplates());
  const groups = [
    { label: "My Templates", items: templates.value ?? [] },
    { label: "Public Templates", items: publicTemplates.value ?? [] },
  ].filter((group) => group.items.length > 0);
  return (
    <SelectField
      label="Template"
      {...props}
      {...(groups.length === 0 ? { hint: "There is no template yet: make one in Design." } : {})}
    >
      <option value="">Choose a template</option>
      {groups.map(({ label, items }) => (
        <optgroup key={label} label={label}>
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
