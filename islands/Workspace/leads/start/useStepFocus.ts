import { type RefObject, useEffect, useRef } from "react";
import { screenLimits } from "../../../../contract/limits/screen.ts";

/** How many steps somebody has taken, and how many of those the focus has gone on from. */
let taken = 0;
let followed = 0;

/** Somebody has taken a step themselves: what others do, and a page that has only just come, move nobody's focus. */
export function noteStepTaken(): void {
  taken += 1;
}

/** The button of a step goes with it: whoever pressed it goes on with what comes next, which is pressed in the same way. */
export function useStepFocus<Place extends HTMLElement>(next: string | null): RefObject<Place | null> {
  const place = useRef<Place>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the step that takes the focus with it.
  useEffect(() => {
    const takenBefore = taken;
    let looksLeft = screenLimits.stepFocusLooks;
    const look = () => {
      const button = place.current?.querySelector<HTMLElement>('[data-variant="primary"]');
      // The title of the tab has it where the steps came a moment later, and the room of all where one comes back to the tab.
      const isFree = document.activeElement?.matches(":is(body, h2, .workspace-content)");
      if (taken > followed && isFree) button?.focus();
      looksLeft -= 1;
      if (looksLeft > 0) return;
      clearInterval(timer);
      if (button && document.activeElement === button) followed = takenBefore;
    };
    // A step may be known as done before the dialog closes in which it was, and the steps may give way to their next one below
    // the leads, which come a moment later: what has the focus once all of that is over keeps it.
    const timer = setInterval(look, screenLimits.stepFocusEveryMs);
    look();
    return () => clearInterval(timer);
  }, [next]);
  return place;
}
