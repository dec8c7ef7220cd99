import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import type { ShownNotice } from "./useNotices.ts";

/** Where messages about background work appear. The region is always there, so that additions are read out. */
export function NoticeTray({
  notices,
  onDismiss,
}: {
  notices: readonly ShownNotice[];
  onDismiss: (id: number) => void;
}) {
  return (
    <section className="notice-tray" aria-label="Messages" aria-live="polite">
      {notices.map(({ id, status, text }) => (
        <Notice key={id} status={status}>
          <p>{text}</p>
          <Button variant="quiet" onClick={() => onDismiss(id)}>
            Dismiss
          </Button>
        </Notice>
      ))}
    </section>
  );
}
