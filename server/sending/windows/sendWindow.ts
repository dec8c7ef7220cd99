import { Temporal } from "temporal-polyfill";
import type { SendWindow } from "../../../contract/schemas/campaignPlan.ts";
import { instantsOf, zoned } from "../../core/zonedTime.ts";

/**
 * Whether a window is open, by the wall clock of a time zone: on its days, from `from` until before `to`. An hour that is
 * repeated when clocks go back is in it twice, one that is skipped when they go forward not at all.
 */
export function isOpen(window: SendWindow, zone: string, now: number): boolean {
  const wall = zoned(now, zone);
  return isWithin(window, wall.dayOfWeek, wall.toPlainTime());
}

/** When a window opens next: `now` if it is open. Null if it never opens. */
export function nextOpening(window: SendWindow, zone: string, now: number): number | null {
  if (isOpen(window, zone, now)) return now;
  return soonest(changesFrom(zone, now, [window.from]), (at) => at > now && isOpen(window, zone, at));
}

/** When a window that is open closes. Null if it never does, such as one of whole days on every day. */
export function closesAt(window: SendWindow, zone: string, now: number): number | null {
  return soonest(changesFrom(zone, now, [window.to]), (at) => at > now && !isOpen(window, zone, at));
}

/** Two weeks: a window on one day a week, at an hour that the clocks skip, opens only the week after. */
const daysAhead = 15;

/** The moments at which a window may open or close: the start of each day, its own times, and clock changes. */
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
