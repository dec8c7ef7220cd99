import { momentsHere } from "../../_data/momentsHere.ts";

/** A moment to the second, in the reader's own time zone. */
export function momentText(timeMs: number): string {
  return momentsHere({ dateStyle: "medium", timeStyle: "medium" }).format(timeMs);
}
