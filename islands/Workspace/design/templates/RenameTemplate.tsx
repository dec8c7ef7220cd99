import type { Template, TemplateSummary } from "../../../../contract/schemas/template.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { TemplateNameForm } from "./TemplateNameForm.tsx";

/** Asks for another name and saves it. */
export function RenameTemplate({
  template: { _id, name, version },
  onDone,
}: {
  template: TemplateSummary;
  onDone: (renamed: Template | null) => void;
}) {
  const texts = useTexts(templateTexts);
  const rename = async (wanted: string) => {
    const body = { name: wanted, version };
    onDone(await browserClient("PUT /templates/{id}", { params: { id: _id }, body }));
  };
  return (
    <TemplateNameForm name={name} word={texts.dialogs.rename} onName={rename} onCancel={() => onDone(null)} />
  );
}
