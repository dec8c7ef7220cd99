import { useEffect, useEffectEvent, useState } from "react";
import type { Loaded } from "../../_data/useLoad.ts";

/** Leaves what is chosen of a list, "" for nothing, once it was deleted elsewhere. */
export function useGone<T>(
  { state, refreshing, value, reload }: Loaded<readonly T[]>,
  { chosen, nameOf, leave }: { chosen: string; nameOf: (one: T) => string; leave: () => void },
): void {
  const [lookedFor, setLookedFor] = useState("");
  // While the list is asked for again it may lack what was just added.
  const known = state === "done" && !refreshing;
  const missing = known && chosen !== "" && !value?.some((one) => nameOf(one) === chosen);
  const look = useEffectEvent((name: string, isLookedFor: boolean) => {
    if (isLookedFor) leave();
    // Another tab that has just added and chosen it says so before this one's list has it.
    else void reload().then(() => setLookedFor(name));
  });
  useEffect(() => {
    if (missing) look(chosen, lookedFor === chosen);
  }, [missing, chosen, lookedFor]);
}
