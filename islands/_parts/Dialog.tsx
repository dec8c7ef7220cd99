import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "./Button.tsx";
import { focusIsLost } from "./lostFocus.ts";

/**
 * A modal on the native `<dialog>`: the browser traps the focus, closes it on Esc and returns the focus to what opened it.
 * The server renders it closed; `open` shows it in an effect. `onClose` is called however it is closed.
 */
export function Dialog({
  open,
  title,
  size,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  /** "widest" has room for a mail in its full width with something beside it. */
  size?: "wide" | "widest" | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const texts = useTexts(partTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (!open) return closeAndLetGo(element);
    let begunOnClose: Element | null = null;
    const show = () => {
      if (isAway(element)) return element.close();
      if (element.open) return;
      element.showModal();
      // The browser would focus Close, which comes first. Whoever opens a form wants its first field.
      const field = firstField(element);
      field?.focus();
      begunOnClose = field === null ? document.activeElement : null;
    };
    show();
    const looking = new MutationObserver(show);
    looking.observe(document.body, { subtree: true, attributeFilter: ["hidden"] });
    // The button that was pressed may disappear with the step that it led on from. The focus then goes to the new content.
    const following = new MutationObserver(() => {
      if (!element.open) return;
      if (focusIsLost()) return body.current?.focus();
      // A form that was fetched meanwhile: whoever has not gone on since wants its first field too.
      if (begunOnClose !== document.activeElement) begunOnClose = null;
      else firstField(element)?.focus();
    });
    following.observe(element, { subtree: true, childList: true });
    return () => {
      looking.disconnect();
      following.disconnect();
    };
  }, [open]);

  // A dialog that is removed while it is open returns the focus too, which the browser only does for one that is closed.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A file field also sends "cancel" if no file was chosen.
        if (event.target !== event.currentTarget) return;
        // Reported before it is closed, so that a key pressed right afterwards finds the page up to date.
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // If the page itself has closed it, or opened it again since, it need not be told.
        if (open && !dialog.current?.open && !isAway(dialog.current)) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button variant="quiet" shape="icon" aria-label={texts.close} onClick={onClose}>
          <svg
            viewBox="0 0 24 24"
            width="1rem"
            height="1rem"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </Button>
      </div>
      {/* Closed dialogs keep no state: a form that is opened again starts afresh. */}
      <div ref={body} className="dialog-body" tabIndex={-1}>
        {open ? children : null}
      </div>
    </dialog>
  );
}

function firstField(dialog: HTMLDialogElement): HTMLElement | null {
  return dialog.querySelector<HTMLElement>(".dialog-body :is(input, select, textarea):enabled");
}

/**
 * Where what opened the dialog is gone by now, the browser leaves the focus on Close for a while, which nobody sees any
 * more, and whoever looks after a lost focus would find it there.
 */
function closeAndLetGo(dialog: HTMLDialogElement): void {
  dialog.close();
  const { activeElement } = document;
  if (dialog.contains(activeElement)) (activeElement as HTMLElement).blur();
}

/**
 * Whether the panel that contains a dialog is hidden, as after Back to another tab. A modal that nobody sees would block
 * the whole page, so it is hidden with its panel, and shown again with what was typed in it.
 */
function isAway(element: Element | null): boolean {
  return element?.closest("[hidden]") != null;
}
