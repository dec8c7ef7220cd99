import { type RefObject, useEffect } from "react";
import { type Carried, drag } from "./drag.ts";

type StartDrag = (event: Parameters<typeof drag>[0], carried: Carried) => void;

/** Dragging in this editor. During a drag, the finger neither scrolls nor opens a menu. */
export function useDrag(frame: RefObject<HTMLElement | null>): StartDrag {
  useEffect(() => {
    const editor = frame.current;
    if (editor === null) return;
    const hold = (event: Event) => {
      if (editor.dataset.dragging !== undefined && event.cancelable) event.preventDefault();
    };
    // The listener must exist before the touch: a browser decides then whether anybody may prevent scrolling.
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
