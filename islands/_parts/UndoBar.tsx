import { useEffect, useId, useRef } from "react";
import { partTexts } from "../../contract/texts/parts.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "./Button.tsx";
import { focusIsLost } from "./lostFocus.ts";

/**
 * Says what was deleted, and restores it. It takes the focus, which would be lost with what was deleted. It exists, hidden,
 * before there is anything to say, because only then do screen readers announce what it says.
 */
export function UndoBar({
  label,
  deletion,
  undo,
  onDismiss,
}: {
  /** The accessible name of the bar, such as "Deleted template". */
  label: string;
  /** Null while there is nothing to restore. Another `key` is another deletion. */
  deletion: { key: string; said: string } | null;
  undo: { run: () => unknown; running: boolean; message: string };
  onDismiss: () => void;
}) {
  const texts = useTexts(partTexts);
  const bar = useRef<HTMLElement>(null);
  const saidId = useId();
  const key = deletion?.key;
  useEffect(() => {
    const shown = bar.current;
    if (key === undefined || shown === null) return;
    shown.querySelector<HTMLElement>("[data-undo]")?.focus();
    // When the bar is hidden, what comes before it takes the focus, which would be lost with the button.
    return () => focusBefore(shown);
  }, [key]);
  return (
    <section ref={bar} className="undo-bar" aria-label={label} hidden={deletion === null}>
      <p role="status" id={saidId}>
        {deletion === null ? "" : undo.message || deletion.said}
      </p>
      <div className="actions">
        <Button variant="quiet" onClick={onDismiss}>
          {texts.dismiss}
        </Button>
        {/* Which takes the focus as what was deleted goes, and says with it what that was. */}
        <Button
          data-undo=""
          aria-describedby={saidId}
          aria-disabled={undo.running}
          onClick={() => void undo.run()}
        >
          {undo.running ? texts.bringingBack : texts.undo}
        </Button>
      </div>
    </section>
  );
}

const takesFocus = ["a[href]", "button", "input", "select"].join();

/** Only if nothing else has the focus by then: what was restored may have taken it. */
function focusBefore(bar: HTMLElement): void {
  if (!focusIsLost() && !bar.contains(document.activeElement)) return;
  const before = [...document.querySelectorAll<HTMLElement>(takesFocus)].filter(
    (element) =>
      (element.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      // What is in a closed menu can be reached only through its button.
      element.tabIndex >= 0 &&
      !element.matches(":disabled") &&
      element.closest("[hidden], [inert]") === null,
  );
  const last = before.reverse();
  // Rather one in view: the last of a long list would take whoever presses Undo to its end.
  for (const element of [...last.filter(isInView), ...last]) {
    element.focus();
    if (document.activeElement === element) return;
  }
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
