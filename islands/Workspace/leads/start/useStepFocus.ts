import { type RefObject, useEffect, useRef } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";

let hasTaken = false;

/** Somebody has taken a step themselves: what others do, and a page that has only just come, move nobody's focus. */
export function noteStepTaken(): void {
  hasTaken = true;
}

/** The button of a step goes with it: whoever pressed it goes on with what comes next, which is pressed in the same way. */
export function useStepFocus<Place extends HTMLElement>(next: string | null): RefObject<Place | null> {
  const place = useRef<Place>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the step that takes the focus with it.
  useEffect(() => {
    let looksLeft = screenLimits.stepFocusLooks;
    const look = () => {
      looksLeft -= 1;
      if (looksLeft === 0) clearInterval(timer);
      // The title of the tab has it where the steps came a moment later, and the room of all where one comes back to the tab.
      if (!hasTaken || !document.activeElement?.matches(":is(body, h2, .workspace-content)")) return;
      const button = place.current?.querySelector<HTMLElement>('[data-variant="primary"]');
      button?.focus();
      if (document.activeElement === button) hasTaken = false;
    };
    // The step may be known as done before the dialog closes in which it was.
    const timer = setInterval(look, screenLimits.stepFocusEveryMs);
    look();
    return () => clearInterval(timer);
  }, [next]);
  return place;
}
