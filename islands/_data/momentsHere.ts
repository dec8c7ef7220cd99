import { momentsIn } from "../../contract/sentences/moments.ts";
import { pageLanguage } from "./pageTexts.ts";

/** Formats days and times like every part of this page: in its language and in the reader's time zone. */
export function momentsHere(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return momentsIn(pageLanguage, parts);
}

/** A time as histories show it: the day and the minute. */
export function shortMoment(timeMs: number): string {
  return momentsHere({ dateStyle: "medium", timeStyle: "short" }).format(timeMs);
}

/** A time within the next or last days: "Fri 7:19 PM". */
export function weekdayTime(timeMs: number): string {
  return momentsHere({ weekday: "short", hour: "numeric", minute: "2-digit" }).format(timeMs);
}
