import { momentsHere } from "../../_data/momentsHere.ts";

/** Days are UTC's, and are called by what they are called there. */
export function dayText(day: number): string {
  return momentsHere({ day: "numeric", month: "short", timeZone: "UTC" }).format(day);
}
