import { textLimits } from "../../../../contract/limits/text.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import type { DraftView } from "../useDraft.ts";

/** Asks for the new template's name and saves it. */
export function SaveAs({ view, name, onDone }: { view: DraftView; name: string; onDone: () => void }) {
  const naming = useServerForm({
    defaultValues: { name },
    faults: (typed) =>
      typed.name.trim() === "" ? [{ field: "name", message: "Please enter a template name" }] : [],
    async send(typed) {
      await view.saveAs(typed.name);
      onDone();
    },
    refusedAt: "name",
  });
  return (
    <Form of={naming} word="Save As" onCancel={onDone}>
      <Field
        label="Name"
        required
        autoComplete="off"
        maxLength={textLimits.templateNameMax}
        {...naming.field("name")}
      />
    </Form>
  );
}
