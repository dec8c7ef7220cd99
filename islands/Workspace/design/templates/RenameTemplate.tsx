import { useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import type { Template, TemplateSummary } from "../../../../contract/schemas/template.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";

/** Asks for another name and saves it. */
export function RenameTemplate({
  template,
  onDone,
}: {
  template: TemplateSummary;
  onDone: (renamed: Template | null) => void;
}) {
  const [name, setName] = useState(template.name);
  const renaming = useAction(async () => {
    const input = { params: { id: template._id }, body: { name, version: template.version } };
    onDone(await browserClient("PUT /templates/{id}", input));
  });
  return (
    <form
      className="stack"
      noValidate
      onChange={renaming.clear}
      onSubmit={(event) => {
        event.preventDefault();
        renaming.run();
      }}
    >
      <Field
        label="Name"
        required
        autoComplete="off"
        maxLength={textLimits.templateNameMax}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={renaming.message === "" ? undefined : renaming.message}
      />
      <div className="actions">
        <Button onClick={() => onDone(null)}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={renaming.running}>
          Rename
        </Button>
      </div>
    </form>
  );
}
