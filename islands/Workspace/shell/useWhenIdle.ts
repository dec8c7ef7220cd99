import { useEffect, useRef } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";

const { touchRestMs, touchWaitMaxMs } = screenLimits;
const touches = ["pointermove", "pointerdown", "keydown", "wheel"] as const;

/**
 * Delays what others have changed until the person pauses, so that no row disappears under a pointer on its way to it. If
 * they never pause, it is applied after a maximum delay all the same.
 */
export function useWhenIdle<Thing>(
  apply: (...things: readonly Thing[]) => void,
): (things: readonly Thing[]) => void {
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  const queue = useRef<ReturnType<typeof createQueue<Thing>>>(null);
  queue.current ??= createQueue<Thing>((things) => latest.current(...things));
  useEffect(() => {
    const touched = () => queue.current?.touched();
    for (const name of touches) window.addEventListener(name, touched, { capture: true, passive: true });
    return () => {
      for (const name of touches) window.removeEventListener(name, touched, { capture: true });
      queue.current?.end();
    };
  }, []);
  return queue.current.wait;
}

function createQueue<Thing>(apply: (things: readonly Thing[]) => void) {
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
