import type { RefObject } from "react";

type Frame = RefObject<HTMLElement | null>;

/** Waits if the canvas has not yet rendered what was just added. */
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

/** The focused element may have been removed by the action, but the next key press must still reach the editor. */
export function keepFocus(frame: Frame): void {
  queueMicrotask(() => {
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  });
}

/** The focused element was removed, and Undo may be wanted next. It is in the bar of the area that the editor is in. */
export function focusUndo(frame: Frame): void {
  soon(() => (frame.current?.closest(".room") ?? frame.current)?.querySelector(".editor-undo:enabled"));
}

function focusSoon(frame: Frame, selector: string): void {
  soon(() => frame.current?.querySelector(".editor-canvas")?.shadowRoot?.querySelector(selector));
}

/**
 * Focuses an element right after the current render, so that a key that is held down or pressed at once reaches it. What
 * takes longer to be rendered gets the focus with the next frame.
 */
function soon(wanted: () => Element | null | undefined): void {
  const focus = () => {
    const found = wanted();
    if (found instanceof HTMLElement) found.focus();
  };
  queueMicrotask(focus);
  requestAnimationFrame(() => {
    // If somebody has moved the focus meanwhile, it stays there.
    if (document.activeElement === document.body) focus();
  });
}
