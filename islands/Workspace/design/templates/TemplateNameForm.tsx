import { textLimits } from "../../../../contract/limits/text.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";

/** Asks for the name of a template or of a folder, for whatever is done under it. */
export function TemplateNameForm({
  of = "template",
  label,
  name,
  word,
  onName,
  onCancel,
}: {
  of?: "template" | "folder";
  /** What the field is called; "Name" where it says nothing else. */
  label?: string;
  /** What stands in the field to begin with. */
  name: string;
  /** What the button says. */
  word: string;
  onName: (name: string) => Promise<void>;
  onCancel: () => void;
}) {
  const texts = useTexts(templateTexts);
  const message = of === "folder" ? texts.folders.required : texts.name.required;
  const naming = useServerForm({
    defaultValues: { name },
    faults: (typed) => (typed.name.trim() === "" ? [{ field: "name", message }] : []),
    send: (typed) => onName(typed.name),
    refusedAt: "name",
  });
  return (
    <Form of={naming} word={word} onCancel={onCancel}>
      <Field
        label={label ?? texts.name.label}
        required
        autoComplete="off"
        maxLength={of === "folder" ? textLimits.folderNameMax : textLimits.templateNameMax}
        {...naming.field("name")}
      />
    </Form>
  );
}
