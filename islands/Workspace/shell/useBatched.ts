import { useCallback, useEffect, useRef } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";

/**
 * Collects calls for a moment and passes their things on together, each once. A connection begins with a message for each
 * campaign, and what depends on them is to be loaded once and not once for each message.
 */
export function useBatched<Thing>(
  apply: (...things: readonly Thing[]) => void,
): (...things: readonly Thing[]) => void {
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  const things = useRef(new Set<Thing>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((...more) => {
    for (const thing of more) things.current.add(thing);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const gathered = [...things.current];
      things.current.clear();
      latest.current(...gathered);
    }, screenLimits.gatherMs);
  }, []);
}
