import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "./Button.tsx";
import { focusIsLost } from "./lostFocus.ts";

/**
 * A modal on the native `<dialog>`: the browser traps the focus, closes on Esc and gives the focus back to what
 * opened it. Rendered closed on the server; `open` shows it in an effect. `onClose` hears every way of closing.
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
  /** "widest" has room for a mail as wide as it is, and something beside it. */
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
    if (!open) return element.close();
    const show = () => {
      if (isAway(element)) return element.close();
      if (element.open) return;
      element.showModal();
      // The browser would focus Close, which comes first; whoever opens a form wants its first field.
      element.querySelector<HTMLElement>(".dialog-body :is(input, select, textarea)")?.focus();
    };
    show();
    const looking = new MutationObserver(show);
    looking.observe(document.body, { subtree: true, attributeFilter: ["hidden"] });
    // What was pressed may go with what it led on from: the next Tab goes on in what has come instead.
    const following = new MutationObserver(() => {
      if (element.open && focusIsLost()) body.current?.focus();
    });
    following.observe(element, { subtree: true, childList: true });
    return () => {
      looking.disconnect();
      following.disconnect();
    };
  }, [open]);

  // One that goes while it is open gives the focus back too, which the browser does only for one that is closed.
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
        // A file field tells in the same way that nothing was chosen.
        if (event.target !== event.currentTarget) return;
        // Told before it is closed: a key that follows at once finds the page knowing that it is closed.
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // What the page has closed itself, or opened again since, is no news to it.
        if (open && !dialog.current?.open && !isAway(dialog.current)) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <Button variant="quiet" shape="icon" aria-label={texts.close} onClick={onClose}>
          <svg
            viewBox="0 0 24 24"
            width="16"
            height="16"
            stroke="currentColor"
            strokeWidth="2"
            aria-hidden="true"
          >
            <path d="M6 6l12 12M18 6 6 18" />
          </svg>
        </Button>
      </div>
      {/* Closed dialogs keep nothing: a form opened again starts afresh. */}
      <div ref={body} className="dialog-body" tabIndex={-1}>
        {open ? children : null}
      </div>
    </dialog>
  );
}

/**
 * Whether the panel that holds a dialog is hidden, as Back to another tab does. A modal that nobody sees would keep the
 * whole page from being pressed, so it is put away with its panel, and stands there again with what was typed in it.
 */
function isAway(element: Element | null): boolean {
  return element?.closest("[hidden]") != null;
}
