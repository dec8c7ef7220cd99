import { useEffect, useRef } from "react";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Dialog } from "../../_parts/Dialog.tsx";
import { later } from "../../_parts/later.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import type { Unsent } from "../send/storedSend.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import type { LeadDialogProps, OpenDialog } from "./openDialog.ts";

/** Loaded all together, so that every dialog opens without delay. */
const LeadDialogContent = later(
  () => withStyles(["dialogs", "templates"], () => import("./LeadDialogContent.tsx")),
  { meanwhile: <SkeletonRows rows={3} /> },
);

/** The dialogs of the Leads tab. One is open at a time, in a single `<dialog>`, so the focus always finds its way back. */
export function LeadDialogs({ dialog, ...rest }: LeadDialogProps) {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  const unsent = useRef<Unsent>({ mail: null, test: null });
  const hasLeads = leads.page.state !== "loading";
  // Loaded after the leads, so that it does not delay them.
  useEffect(() => {
    if (hasLeads) LeadDialogContent.fetch().catch(() => {});
  }, [hasLeads]);
  return (
    <Dialog
      open={dialog !== null}
      title={dialog === null ? "" : texts.dialogs[dialog.kind]}
      size={sizeOf(dialog)}
      onClose={rest.onClose}
    >
      {dialog === null ? null : <LeadDialogContent dialog={dialog} unsent={unsent} {...rest} />}
    </Dialog>
  );
}

/** The dialogs with a mail or a sheet beside their form are wider. */
function sizeOf(dialog: OpenDialog): "wide" | "widest" | undefined {
  if (dialog?.kind === "send" || dialog?.kind === "test") return "widest";
  return dialog?.kind === "import" ? "wide" : undefined;
}
