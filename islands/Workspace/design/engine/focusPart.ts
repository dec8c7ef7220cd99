import type { RefObject } from "react";

type Frame = RefObject<HTMLElement | null>;

/** The canvas may not be drawn yet with what has just been added. */
export function focusBlock(frame: Frame, id: string): void {
  focusSoon(frame, `[data-id="${CSS.escape(id)}"]`);
}

/** A block or a row, whichever has this id. */
export function focusPart(frame: Frame, id: string): void {
  focusSoon(frame, `:is([data-id="${CSS.escape(id)}"], [data-row-id="${CSS.escape(id)}"])`);
}

export function focusRow(frame: Frame, id: string): void {
  focusSoon(frame, `[data-row-id="${CSS.escape(id)}"]`);
}

/** What had the focus may be gone with what was done; the keys for the next step must still be heard. */
export function keepFocus(frame: Frame): void {
  queueMicrotask(() => {
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  });
}

/**
 * Right after what has just been done is drawn, so that a key that is held down goes on with the same part; what
 * takes longer to be drawn has the focus with the next frame.
 */
function focusSoon(frame: Frame, selector: string): void {
  const wanted = () =>
    frame.current?.querySelector(".editor-canvas")?.shadowRoot?.querySelector<HTMLElement>(selector);
  queueMicrotask(() => wanted()?.focus());
  requestAnimationFrame(() => {
    // Somebody who has moved on in between stays where they went.
    if (document.activeElement === document.body) wanted()?.focus();
  });
}
