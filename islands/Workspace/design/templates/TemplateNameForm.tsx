import { textLimits } from "../../../../contract/limits/text.ts";
import { templateTexts } from "../../../../contract/texts/workspace/design/templates.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";

/** Asks for a template's name, for whatever is done under it. */
export function TemplateNameForm({
  name,
  word,
  onName,
  onCancel,
}: {
  /** What stands in the field to begin with. */
  name: string;
  /** What the button says. */
  word: string;
  onName: (name: string) => Promise<void>;
  onCancel: () => void;
}) {
  const texts = useTexts(templateTexts);
  const naming = useServerForm({
    defaultValues: { name },
    faults: (typed) => (typed.name.trim() === "" ? [{ field: "name", message: texts.name.required }] : []),
    send: (typed) => onName(typed.name),
    refusedAt: "name",
  });
  return (
    <Form of={naming} word={word} onCancel={onCancel}>
      <Field
        label={texts.name.label}
        required
        autoComplete="off"
        maxLength={textLimits.templateNameMax}
        {...naming.field("name")}
      />
    </Form>
  );
}
