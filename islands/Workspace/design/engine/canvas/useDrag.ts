import { type RefObject, useEffect } from "react";
import { type Carried, drag } from "./drag.ts";

export type StartDrag = (event: Parameters<typeof drag>[0], carried: Carried) => void;

/** Dragging in this editor. While something is lifted, the finger that holds it neither scrolls nor asks for a menu. */
export function useDrag(frame: RefObject<HTMLElement | null>): StartDrag {
  useEffect(() => {
    const editor = frame.current;
    if (editor === null) return;
    const hold = (event: Event) => {
      if (editor.dataset.dragging !== undefined && event.cancelable) event.preventDefault();
    };
    // It must be there before the finger comes: a browser asks at the touch whether anybody may object.
    editor.addEventListener("touchmove", hold, { passive: false });
    editor.addEventListener("contextmenu", hold);
    return () => {
      editor.removeEventListener("touchmove", hold);
      editor.removeEventListener("contextmenu", hold);
    };
  }, [frame]);
  return (event, carried) => {
    if (frame.current !== null) drag(event, { editor: frame.current, carried });
  };
}
