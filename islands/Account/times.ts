import { momentsHere } from "../_data/momentsHere.ts";

/** A day in the reader's own time zone. */
export function dayText(timeMs: number): string {
  return momentsHere({ dateStyle: "long" }).format(timeMs);
}

/** A moment in the reader's own time zone. */
export function momentText(timeMs: number): string {
  return momentsHere({ dateStyle: "medium", timeStyle: "short" }).format(timeMs);
}
