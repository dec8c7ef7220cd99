import type { RefObject } from "react";

type Frame = RefObject<HTMLElement | null>;

/** The canvas may not be drawn yet with what has just been added. */
export function focusBlock(frame: Frame, id: string): void {
  focusSoon(frame, `[data-id="${CSS.escape(id)}"]`);
}

export function focusRow(frame: Frame, id: string): void {
  focusSoon(frame, `[data-row-id="${CSS.escape(id)}"]`);
}

function focusSoon(frame: Frame, selector: string): void {
  requestAnimationFrame(() => {
    frame.current?.querySelector(".editor-canvas")?.shadowRoot?.querySelector<HTMLElement>(selector)?.focus();
  });
}
