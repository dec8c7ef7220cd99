import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { Notice } from "./Notice.tsx";
import type { Toast } from "./useToasts.ts";

/** Where messages about background work appear. The region always exists, so that screen readers announce additions. */
export function ToastTray({
  toasts,
  onDismiss,
}: {
  toasts: readonly Toast[];
  onDismiss: (id: number) => void;
}) {
  const texts = useTexts(partTexts);
  return (
    <section className="toast-tray" aria-label={texts.messages} aria-live="polite">
      {toasts.map(({ id, status, text, detail, action }) => (
        <Notice key={id} status={status}>
          <div className="toast-words">
            <p>{text}</p>
            {detail ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and must do so by keyboard too.
              <p className="toast-detail" tabIndex={0}>
                {detail}
              </p>
            ) : null}
          </div>
          {action === undefined ? null : (
            <Button
              variant="quiet"
              onClick={() => {
                onDismiss(id);
                action.run();
              }}
            >
              {action.word}
            </Button>
          )}
          <Button
            className="toast-dismiss"
            variant="quiet"
            shape="icon"
            title={texts.dismiss}
            onClick={() => onDismiss(id)}
          >
            <Icon size={14} path="M6 6l12 12M18 6 6 18" />
          </Button>
        </Notice>
      ))}
    </section>
  );
}
