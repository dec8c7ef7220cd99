import type { SendWindow } from "../../contract/schemas/campaignPlan.ts";
import { timeOfDay, weekdayNumber } from "./startMoment.ts";

/**
 * Reads "mon-fri 9:00-17:00", "sat,sun 10:00-12:00", "daily 8am-8pm" or hours alone, which mean every day; null for
 * anything else, and for hours that end before they begin.
 */
export function readWindow(text: string): SendWindow | null {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\s*([-,])\s*/g, "$1")
    .replace(/\s+/g, " ");
  const [, daysText = "", hours = ""] = /^(?:([a-z][a-z,-]*) )?([\d:apm ]+-[\d:apm ]+)$/.exec(words) ?? [];
  const [from = "", to = ""] = hours.split("-").map((time) => timeOfDay(time.trim()));
  const days = daysText === "" || daysText === "daily" ? [1, 2, 3, 4, 5, 6, 7] : daysIn(daysText);
  if (!from || !to || from >= to || days.includes(0)) return null;
  return { days, from, to };
}

/** Parses "mon-wed,fri" as [1, 2, 3, 5]. A range may cross the end of a week; an unknown day becomes 0. */
function daysIn(text: string): number[] {
  const days = text.split(",").flatMap((span) => {
    const ends = span.split("-").map(weekdayNumber);
    const [first = 0, last = first] = ends;
    if (ends.length > 2 || first === 0 || last === 0) return [0];
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first - 1 + index) % 7) + 1);
  });
  return [...new Set(days)].sort((one, other) => one - other);
}
