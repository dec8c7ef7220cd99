import { textLimits } from "../../../../contract/limits/text.ts";
import type { Template, TemplateSummary } from "../../../../contract/schemas/template.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useServerForm } from "../../../_data/useServerForm.ts";
import { Form } from "../../../_parts/Form.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";

/** Asks for another name and saves it. */
export function RenameTemplate({
  template: { _id, name, version },
  onDone,
}: {
  template: TemplateSummary;
  onDone: (renamed: Template | null) => void;
}) {
  const renaming = useServerForm({
    defaultValues: { name },
    async send(typed) {
      const body = { name: typed.name, version };
      onDone(await browserClient("PUT /templates/{id}", { params: { id: _id }, body }));
    },
    refusedAt: "name",
  });
  return (
    <Form of={renaming} word="Rename" onCancel={() => onDone(null)}>
      <Field
        label="Name"
        required
        autoComplete="off"
        maxLength={textLimits.templateNameMax}
        {...renaming.field("name")}
      />
    </Form>
  );
}
