import type { Template, TemplateSummary } from "../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useCrossedEdits } from "../../shell/useCrossedEdits.ts";
import { TemplateNameForm } from "./TemplateNameForm.tsx";

type Named = Pick<TemplateSummary, "name" | "version">;

/** Asks for another name and saves it. */
export function RenameTemplate({
  template,
  onDone,
}: {
  template: TemplateSummary;
  onDone: (renamed: Template | null) => void;
}) {
  const texts = useTexts(templateTexts);
  const save = useCrossedEdits<Named>();
  const { name } = template;
  const params = { id: template._id };
  const shown = (one: Pick<Named, "name">) => [{ name: "name", label: texts.name.label, value: one.name }];
  const rename = async (wanted: string) =>
    onDone(
      await save({
        thing: "template",
        opened: template,
        typed: shown({ name: wanted }),
        shown,
        // What it says may have been saved meanwhile, which a name leaves alone.
        read: () => browserClient("GET /templates/{id}", { params }),
        put: ({ version }) =>
          browserClient("PUT /templates/{id}", { params, body: { name: wanted, version } }),
      }),
    );
  return (
    <TemplateNameForm name={name} word={texts.dialogs.rename} onName={rename} onCancel={() => onDone(null)} />
  );
}
