import { type PointerEvent as ReactPointerEvent, type RefObject, useState } from "react";
import type { Spot } from "../../../_design/edit.ts";

/** How far a pointer moves before it drags: less is a click. */
const slackPx = 6;

/**
 * Dragging with a mouse, a pen or a finger, from the palette or on the canvas. `drop` hears where it ended;
 * dragging to nowhere, or a cancelled touch, changes nothing.
 */
export function useDrag(editor: RefObject<HTMLElement | null>) {
  const [landing, setLanding] = useState<Spot | null>(null);

  const start = (event: ReactPointerEvent, drop: (spot: Spot) => void) => {
    if (event.button !== 0) return;
    const from = { x: event.clientX, y: event.clientY };
    let dragging = false;
    let spot: Spot | null = null;
    const move = (moved: PointerEvent) => {
      if (!dragging && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < slackPx) return;
      dragging = true;
      moved.preventDefault();
      spot = spotAt(editor.current, moved);
      setLanding((before) => (isSame(before, spot) ? before : spot));
    };
    const end = (ended: PointerEvent) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      setLanding(null);
      if (dragging && spot !== null && ended.type === "pointerup") drop(spot);
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };
  return { landing, start };
}

/** Which place in which column is under the pointer. */
export function spotAt(
  editor: HTMLElement | null,
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
): Spot | null {
  const root = editor?.querySelector(".editor-canvas")?.shadowRoot;
  const column = root?.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(".column");
  if (!column) return null;
  const blocks = [...column.querySelectorAll<HTMLElement>(".block")];
  const index = blocks.findIndex((block) => {
    const { top, height } = block.getBoundingClientRect();
    return clientY < top + height / 2;
  });
  return {
    row: Number(column.dataset.row),
    column: Number(column.dataset.column),
    index: index < 0 ? blocks.length : index,
  };
}

function isSame(a: Spot | null, b: Spot | null): boolean {
  return a?.row === b?.row && a?.column === b?.column && a?.index === b?.index;
}
