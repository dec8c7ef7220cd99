import { useState } from "react";
import { Button } from "../../../../islands/_parts/Button.tsx";
import { Dialog } from "../../../../islands/_parts/Dialog.tsx";
import { Field } from "../../../../islands/_parts/fields/Field.tsx";

/** A button that opens a dialog with one field, which complains while it is empty. */
export default function Modal() {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add collection</Button>
      <Dialog open={open} title="New collection" onClose={() => setOpen(false)}>
        <Field
          label="Name"
          hint="Lower case."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={name === "" ? "Please enter a name" : undefined}
        />
      </Dialog>
    </>
  );
}
