import type { Lead } from "../../../contract/schemas/lead.ts";
import { Dialog } from "../../_parts/Dialog.tsx";
import { CollectionForm } from "./CollectionForm.tsx";
import { DeleteLeads } from "./DeleteLeads.tsx";
import { ImportLeads } from "./import/ImportLeads.tsx";
import { LeadForm } from "./LeadForm.tsx";
import { NoCredentials } from "./NoCredentials.tsx";
import { SendForm } from "./SendForm.tsx";
import { TestForm } from "./TestForm.tsx";
import type { SelectionActions } from "./useSelection.ts";

export type OpenDialog =
  | null
  | { kind: "add" | "import" | "send" | "test" | "collection" | "noCredentials" }
  | { kind: "edit"; lead: Lead }
  | { kind: "delete"; leads: readonly Lead[] };

const titles: Record<NonNullable<OpenDialog>["kind"], string> = {
  add: "Add Lead",
  edit: "Edit Lead",
  delete: "Delete",
  import: "Import",
  send: "Send Email",
  test: "Send Test Email",
  collection: "Add a collection",
  noCredentials: "No credentials",
};

/** The dialogs of the Leads tab. One is open at a time, in a single `<dialog>`, so the focus always finds its way back. */
export function LeadDialogs({
  dialog,
  picked,
  onClose,
}: {
  dialog: OpenDialog;
  picked: SelectionActions;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={dialog !== null}
      title={dialog === null ? "" : titles[dialog.kind]}
      {...(dialog?.kind === "import" ? { size: "wide" as const } : {})}
      onClose={onClose}
    >
      {dialog === null ? null : <DialogContent dialog={dialog} picked={picked} onClose={onClose} />}
    </Dialog>
  );
}

function DialogContent({
  dialog,
  picked,
  onClose,
}: {
  dialog: NonNullable<OpenDialog>;
  picked: SelectionActions;
  onClose: () => void;
}) {
  switch (dialog.kind) {
    case "add":
      return <LeadForm onDone={onClose} />;
    case "edit":
      return <LeadForm lead={dialog.lead} onDone={onClose} />;
    case "delete":
      return (
        <DeleteLeads
          leads={dialog.leads}
          onDone={() => {
            picked.set(dialog.leads, false);
            onClose();
          }}
        />
      );
    case "import":
      return <ImportLeads onDone={onClose} />;
    case "send":
      return (
        <SendForm
          selection={picked.selection}
          onCancel={onClose}
          onSent={() => {
            picked.clear();
            onClose();
          }}
        />
      );
    case "test":
      return <TestForm onDone={onClose} />;
    case "collection":
      return <CollectionForm onDone={onClose} />;
    case "noCredentials":
      return <NoCredentials onDone={onClose} />;
  }
}
