import { Temporal } from "temporal-polyfill";

/**
 * What a wall clock shows, and when that is. Instants are made of wall times and zones by Temporal (the runtime's own
 * where it has one), never by reckoning with offsets: those change with the seasons, and by decree.
 */
type PlannedMoment = {
  /** Milliseconds since 1970. */
  at: number;
  /** Whether the wall clock shows that time on that day: clocks that go forward skip it, those that go back repeat it. */
  shown: "once" | "never" | "twice";
};

/** The instant at which a wall clock shows a time, as 2026-11-24T09:00: of two the first, of none the next valid minute. */
export function momentOf(wallTime: string, zone: string): PlannedMoment {
  const wanted = Temporal.PlainDateTime.from(wallTime);
  const [first, second] = instantsOf(wanted, zone);
  if (first !== undefined) return { at: first, shown: second === undefined ? "once" : "twice" };
  const before = wanted.toZonedDateTime(zone, { disambiguation: "earlier" });
  const change = before.getTimeZoneTransition("next") ?? before;
  return { at: change.epochMilliseconds, shown: "never" };
}

/** What the wall clock shows at a moment, to the minute: 2026-11-24T09:00. */
export function wallTimeOf(at: number, zone: string): string {
  return zoned(at, zone).toPlainDateTime().toString({ smallestUnit: "minute" });
}

/** The moments at which a wall clock shows a time, none, one or two of them. */
export function instantsOf(wall: Temporal.PlainDateTime, zone: string): number[] {
  const found = (["earlier", "later"] as const)
    .map((disambiguation) => wall.toZonedDateTime(zone, { disambiguation }))
    .filter((one) => one.toPlainDateTime().equals(wall))
    .map((one) => one.epochMilliseconds);
  return [...new Set(found)];
}

export function zoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}
