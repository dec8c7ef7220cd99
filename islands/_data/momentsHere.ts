import { momentsIn } from "../../contract/sentences/moments.ts";
import { pageLanguage } from "./pageTexts.ts";

/** Writes days and times as every part of this page does: in its language, by the clock of whoever reads it. */
export function momentsHere(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return momentsIn(pageLanguage, parts);
}

/** A moment as histories show it: the day and the minute. */
export function shortMoment(timeMs: number): string {
  return momentsHere({ dateStyle: "medium", timeStyle: "short" }).format(timeMs);
}

/** A moment of these days: "Fri 7:19 PM". */
export function weekdayTime(timeMs: number): string {
  return momentsHere({ weekday: "short", hour: "numeric", minute: "2-digit" }).format(timeMs);
}
