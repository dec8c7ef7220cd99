import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";
import type { Toast } from "./useToasts.ts";

/** Where messages about background work appear. The region is always there, so that additions are read out. */
export function ToastTray({
  toasts,
  onDismiss,
}: {
  toasts: readonly Toast[];
  onDismiss: (id: number) => void;
}) {
  return (
    <section className="toast-tray" aria-label="Messages" aria-live="polite">
      {toasts.map(({ id, status, text }) => (
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
