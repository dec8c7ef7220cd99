import { useEffect, useRef } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";

const { touchRestMs, touchWaitMaxMs } = screenLimits;
const touches = ["pointermove", "pointerdown", "keydown", "wheel"] as const;

/**
 * Gathers what others have changed until nobody touches the page: no row goes away under a pointer that is on its way to
 * it. A page that is touched without end is refreshed all the same, a little later.
 */
export function useAtRest<Thing>(
  apply: (...things: readonly Thing[]) => void,
): (things: readonly Thing[]) => void {
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  const rest = useRef<ReturnType<typeof createRest<Thing>>>(null);
  rest.current ??= createRest<Thing>((things) => latest.current(...things));
  useEffect(() => {
    const touched = () => rest.current?.touched();
    for (const name of touches) window.addEventListener(name, touched, { capture: true, passive: true });
    return () => {
      for (const name of touches) window.removeEventListener(name, touched, { capture: true });
      rest.current?.end();
    };
  }, []);
  return rest.current.wait;
}

function createRest<Thing>(apply: (things: readonly Thing[]) => void) {
  const things = new Set<Thing>();
  let touchedAt = Number.NEGATIVE_INFINITY;
  let askedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function look(): void {
    const now = performance.now();
    const restsAt = Math.min(touchedAt + touchRestMs, askedAt + touchWaitMaxMs);
    if (now < restsAt) {
      timer = setTimeout(look, restsAt - now);
      return;
    }
    timer = undefined;
    const due = [...things];
    things.clear();
    apply(due);
  }

  return {
    touched(): void {
      touchedAt = performance.now();
    },
    wait(more: readonly Thing[]): void {
      for (const thing of more) things.add(thing);
      if (timer !== undefined) return;
      askedAt = performance.now();
      look();
    },
    end: () => clearTimeout(timer),
  };
}
