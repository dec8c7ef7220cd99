import { dayMs, minuteMs } from "../limits/units.ts";

/** When a question is asked, and where: which day it is depends on both. */
export type Moment = { now: number; zone: string };

/** Where no zone is named. */
export const defaultZone = "UTC";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formats.set(zone, made);
  return made;
}

/** Whether there is such a time zone, by its name in the IANA database, such as Europe/Vienna. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The day that it is at an instant, as YYYY-MM-DD. */
export function dayAt(instant: number, zone: string): string {
  const parts = formatOf(zone).formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** So many days on; a calendar's arithmetic, which no clock change touches. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, "YYYY-MM-DD".length);
}

/**
 * The first instant of a day in a zone. Where the clock skips midnight it is later than that, and no offset has to be
 * known: it is looked for among the minutes around, as days follow each other in every zone.
 */
export function dayStart(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let before = midnight - dayMs;
  let from = midnight + dayMs;
  while (from - before > minuteMs) {
    const middle = before + Math.floor((from - before) / minuteMs / 2) * minuteMs;
    if (dayAt(middle, zone) < day) before = middle;
    else from = middle;
  }
  return from;
}

type DayTest =
  | { op: "on" | "before" | "after"; date: string }
  | { op: "between"; from: string; to: string }
  | { op: "inLast" | "notInLast" | "inNext"; days: number };

/** Days from one to another, both included; null is no end. */
export type Days = { from: string | null; to: string | null };

/** Between two, whichever of them is named first. */
export function fromLeast<T extends string | number>({ from, to }: { from: T; to: T }): { from: T; to: T } {
  return from <= to ? { from, to } : { from: to, to: from };
}

/** The days that a test is about; of "not in the last" those that are not. */
export function daysOf(test: DayTest, { now, zone }: Moment): Days {
  switch (test.op) {
    case "on":
      return { from: test.date, to: test.date };
    case "before":
      return { from: null, to: addDays(test.date, -1) };
    case "after":
      return { from: addDays(test.date, 1), to: null };
    case "between":
      return fromLeast(test);
    case "inLast":
    case "notInLast": {
      const today = dayAt(now, zone);
      return { from: addDays(today, -test.days), to: today };
    }
    case "inNext": {
      const today = dayAt(now, zone);
      return { from: today, to: addDays(today, test.days) };
    }
  }
}

/** The same days as instants: from the first on, and before the second. */
export function instantsOf(days: Days, zone: string): { from: number | null; until: number | null } {
  return {
    from: days.from === null ? null : dayStart(days.from, zone),
    until: days.to === null ? null : dayStart(addDays(days.to, 1), zone),
  };
}
