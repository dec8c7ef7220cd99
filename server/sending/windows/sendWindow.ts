import { Temporal } from "temporal-polyfill";
import type { SendWindow } from "../../../contract/schemas/campaignPlan.ts";
import { instantsOf, zoned } from "../../core/zonedTime.ts";

/**
 * The hours in which mails may go, by the wall clock of a zone: a mail goes while that shows one of the days and a time
 * from `from` up to `to`. Hours that clocks going back repeat are in it twice, hours that they skip are not in it.
 */
export function isOpen(window: SendWindow, zone: string, now: number): boolean {
  const wall = zoned(now, zone);
  return isWithin(window, wall.dayOfWeek, wall.toPlainTime());
}

/** When it opens, from a moment on: that moment where it is open then. Null where it never does. */
export function nextOpening(window: SendWindow, zone: string, now: number): number | null {
  if (isOpen(window, zone, now)) return now;
  return soonest(changesFrom(zone, now, [window.from]), (at) => at > now && isOpen(window, zone, at));
}

/** When it closes that is open now. Null where it never does, as one of whole days on all of them. */
export function closesAt(window: SendWindow, zone: string, now: number): number | null {
  return soonest(changesFrom(zone, now, [window.to]), (at) => at > now && !isOpen(window, zone, at));
}

/** One that opens on one day of the week, at an hour that clocks skip, opens again a week after that. */
const daysAhead = 15;

/** The moments at which a window may open or close: a day's beginning, its own times, and changes of the clocks. */
function* changesFrom(zone: string, now: number, times: readonly string[]): Generator<number[]> {
  const today = zoned(now, zone).toPlainDate();
  for (let days = 0; days < daysAhead; days++) {
    const date = today.add({ days });
    const dayBegins = date.toZonedDateTime(zone);
    const dayEnds = date.add({ days: 1 }).toZonedDateTime(zone);
    const found = times
      .filter((time) => time !== midnight)
      .flatMap((time) => instantsOf(date.toPlainDateTime(Temporal.PlainTime.from(time)), zone));
    found.push(dayBegins.epochMilliseconds, ...clockChanges(dayBegins, dayEnds));
    yield found.sort((a, b) => a - b);
  }
}

function clockChanges(from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime): number[] {
  const change = from.getTimeZoneTransition("next")?.epochMilliseconds;
  return change === undefined || change >= to.epochMilliseconds ? [] : [change];
}

function soonest(days: Iterable<number[]>, fits: (at: number) => boolean): number | null {
  for (const moments of days) {
    const found = moments.find(fits);
    if (found !== undefined) return found;
  }
  return null;
}

const midnight = "24:00";

function isWithin({ days, from, to }: SendWindow, dayOfWeek: number, time: Temporal.PlainTime): boolean {
  const wall = time.toString({ smallestUnit: "minute", roundingMode: "floor" });
  return days.includes(dayOfWeek) && from <= wall && wall < to;
}
