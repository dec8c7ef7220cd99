import { type ComponentType, useEffect, useState } from "react";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Dialog } from "../../_parts/Dialog.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
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
    import("./LeadDialogContent.tsx").then(
      (loaded) => setContent(() => loaded.default),
      () => {},
    );
  }, [isOpen]);
  return (
    <Dialog
      open={isOpen}
      title={dialog === null ? "" : texts.dialogs[dialog.kind]}
      {...(dialog?.kind === "import" ? { size: "wide" as const } : {})}
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
