import { momentsHere } from "../../_data/momentsHere.ts";

/** A moment as histories show it: the day and the minute. */
export function shortMoment(timeMs: number): string {
  return momentsHere({ dateStyle: "medium", timeStyle: "short" }).format(timeMs);
}
