import { useCallback, useEffect, useRef } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";

/**
 * Hands on together what is heard in one breath, each thing once: a connection begins with a message for each campaign, and
 * what rests on them is asked for once and not once a message.
 */
export function useGathered<Thing>(
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
