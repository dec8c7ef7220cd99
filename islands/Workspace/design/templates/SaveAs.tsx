import { useState } from "react";
import { textLimits } from "../../../../contract/limits/text.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Field } from "../../../_parts/fields/Field.tsx";
import type { DraftView } from "../useDraft.ts";

/** Asks for the new template's name and saves it. */
export function SaveAs({ view, name, onDone }: { view: DraftView; name: string; onDone: () => void }) {
  const [typed, setTyped] = useState(name);
  const [blank, setBlank] = useState(false);
  const error = blank ? "Please enter a template name" : view.saveAs.message;
  const save = async () => {
    setBlank(typed.trim() === "");
    if (typed.trim() !== "" && (await view.saveAs.run(typed))) onDone();
  };
  return (
    <form
      className="stack"
      noValidate
      onChange={() => {
        setBlank(false);
        view.saveAs.clear();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        label="Name"
        required
        autoComplete="off"
        maxLength={textLimits.templateNameMax}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error === "" ? undefined : error}
      />
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={view.saveAs.running}>
          Save As
        </Button>
      </div>
    </form>
  );
}
