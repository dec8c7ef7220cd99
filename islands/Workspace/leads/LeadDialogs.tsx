import { type ComponentType, useEffect, useState } from "react";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Dialog } from "../../_parts/Dialog.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import type { LeadDialogProps, OpenDialog } from "./openDialog.ts";

type ContentProps = LeadDialogProps & { dialog: NonNullable<OpenDialog> };

/** The dialogs of the Leads tab. One is open at a time, in a single `<dialog>`, so the focus always finds its way back. */
export function LeadDialogs({ dialog, ...rest }: LeadDialogProps) {
  const texts = useTexts(leadTexts);
  const isOpen = dialog !== null;
  const [Content, setContent] = useState<ComponentType<ContentProps> | null>(null);
  // Fetched once the page is there, so that it is at hand for the first key that is pressed; and again if that failed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a dialog is a reason to try again.
  useEffect(() => {
    if (Content !== null) return;
    withStyles(["fields", "import", "send", "templates"], () => import("./LeadDialogContent.tsx")).then(
      (loaded) => setContent(() => loaded.default),
      () => {},
    );
  }, [isOpen]);
  return (
    <Dialog
      open={isOpen}
      title={dialog === null ? "" : texts.dialogs[dialog.kind]}
      size={sizeOf(dialog)}
      onClose={rest.onClose}
    >
      {dialog === null ? null : Content === null ? (
        <SkeletonRows rows={3} />
      ) : (
        <Content dialog={dialog} {...rest} />
      )}
    </Dialog>
  );
}

/** A mail and a sheet have room beside what is asked about them. */
function sizeOf(dialog: OpenDialog): "wide" | "widest" | undefined {
  if (dialog?.kind === "send" || dialog?.kind === "test") return "widest";
  return dialog?.kind === "import" ? "wide" : undefined;
}
