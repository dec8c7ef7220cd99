import { useState } from "react";
import { Button } from "../_parts/Button.tsx";
import { Dialog } from "../_parts/Dialog.tsx";
import { Field } from "../_parts/fields/Field.tsx";
import { dots, Icon } from "../_parts/Icon.tsx";
import { Menu } from "../_parts/Menu.tsx";
import { ToastTray } from "../_parts/ToastTray.tsx";
import { UndoBar } from "../_parts/UndoBar.tsx";
import { useToasts } from "../_parts/useToasts.ts";
import { Specimen } from "./Specimen.tsx";

/** What stands over the page for a while: dialog, menu, toast. */
export function Floating() {
  const [open, setOpen] = useState(false);
  const [deleted, setDeleted] = useState(0);
  const { toasts, announce, dismiss } = useToasts();
  const close = () => setOpen(false);
  return (
    <>
      <Specimen
        name="Dialog, menu, toast"
        note="Native dialog and popover: Esc closes, the focus returns. A toast that reports trouble stays until it is dismissed."
      >
        <div className="specimen-row">
          <Button onClick={() => setOpen(true)}>Add a collection</Button>
          <Menu
            items={[
              {
                key: "edit",
                label: "Edit",
                aside: "E",
                onSelect: () => announce("waiting", "Edit was chosen."),
              },
              { key: "copy", label: "Make a copy", onSelect: () => announce("waiting", "Copy was chosen.") },
              {
                key: "delete",
                label: "Delete",
                begins: true,
                danger: true,
                onSelect: () => announce("failed", "Delete was chosen."),
              },
            ]}
          >
            More
          </Menu>
          <Button onClick={() => announce("sent", '"Spring news" was sent to 1,204 leads.')}>
            Show a toast
          </Button>
        </div>
      </Specimen>
      <Specimen
        name="Icon"
        note="A line drawing beside a word, or alone in a square button that has a name of its own."
      >
        <div className="specimen-row">
          <Button shape="icon" variant="quiet" aria-label="What else can be done">
            <Icon size={16} path={dots} />
          </Button>
          <Button>
            Export
            <Icon size={14} path="M7 10l5 5 5-5" />
          </Button>
          <Button aria-pressed="true">Preview</Button>
        </div>
      </Specimen>
      <Specimen
        name="Undo bar"
        note="Says what was deleted and brings it back. It takes the focus, which would be lost with what was deleted."
      >
        <Button onClick={() => setDeleted((count) => count + 1)}>Delete a template</Button>
        <UndoBar
          label="Deleted template"
          deletion={deleted === 0 ? null : { key: String(deleted), said: "“Spring news” is deleted." }}
          undo={{ run: () => setDeleted(0), running: false, message: "" }}
          onDismiss={() => setDeleted(0)}
        />
      </Specimen>
      <Dialog open={open} title="New collection" onClose={close}>
        <Field label="Name" hint="Lower case, as it will stand on its chip." />
        <div className="actions">
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Add
          </Button>
        </div>
      </Dialog>
      <ToastTray toasts={toasts} onDismiss={dismiss} />
    </>
  );
}
