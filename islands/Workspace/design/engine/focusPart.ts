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

/** What had the focus is gone; Undo is what may be wanted next. Its tools stand in the bar of the room that the editor is in. */
export function focusUndo(frame: Frame): void {
  soon(() => (frame.current?.closest(".room") ?? frame.current)?.querySelector(".editor-undo:enabled"));
}

function focusSoon(frame: Frame, selector: string): void {
  soon(() => frame.current?.querySelector(".editor-canvas")?.shadowRoot?.querySelector(selector));
}

/**
 * Right after what has just been done is drawn, so that a key that is held down or pressed at once is heard; what
 * takes longer to be drawn has the focus with the next frame.
 */
function soon(wanted: () => Element | null | undefined): void {
  const focus = () => {
    const found = wanted();
    if (found instanceof HTMLElement) found.focus();
  };
  queueMicrotask(focus);
  requestAnimationFrame(() => {
    // Somebody who has moved on in between stays where they went.
    if (document.activeElement === document.body) focus();
  });
}
