import { expect, test } from "bun:test";
import fc from "fast-check";
import { minuteMs } from "../../contract/limits/units.ts";
import { momentOf, wallTimeOf } from "../../server/core/zonedTime.ts";
import { closesAt, isOpen, nextOpening } from "../../server/sending/windows/sendWindow.ts";
import { evenGapMs } from "../../server/sending/windows/WindowGate.ts";

/** Days on which the clocks of a zone change, or, where they never do, any. */
const changes: Record<string, readonly [string, string]> = {
  "Europe/Berlin": ["2026-03-29", "2026-10-25"],
  "America/New_York": ["2026-03-08", "2026-11-01"],
  "Australia/Lord_Howe": ["2026-04-05", "2026-10-04"],
  "Asia/Kolkata": ["2026-03-29", "2026-10-25"],
};
const dayMinutes = 24 * 60;
/** Days before and after a change of the clocks that a wall is read off for. */
const [before, after] = [8, 24];

type Reading = { date: string; day: number; time: string };
/** `showing` has the minutes at which a time of a day is shown. */
type Wall = { firstAt: number; readings: Reading[]; showing: Map<string, number[]> };

/** No zone's clocks are set within a quarter of an hour as UTC has it, and asking `Intl` is dear. */
const steadyMinutes = 15;

/** What a wall clock shows, minute by minute, as `Intl` knows it: no part of the rules is used to check them. */
function wallFrom(zone: string, changeDay: string): Wall {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const firstAt = Date.parse(`${changeDay}T00:00Z`) - before * dayMinutes * minuteMs;
  const readings = Array.from({ length: ((before + after) * dayMinutes) / steadyMinutes }, (_, quarter) => {
    const at = firstAt + quarter * steadyMinutes * minuteMs;
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const date = `${part.year}-${part.month}-${part.day}`;
    const day = 1 + ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(part.weekday ?? "");
    return Array.from({ length: steadyMinutes }, (_, minute) => {
      const time = `${part.hour}:${String(Number(part.minute) + minute).padStart(2, "0")}`;
      return { date, day, time };
    });
  }).flat();
  const showing = new Map<string, number[]>();
  for (const [minute, { date, time }] of readings.entries()) {
    const key = `${date}T${time}`;
    showing.set(key, [...(showing.get(key) ?? []), minute]);
  }
  return { firstAt, readings, showing };
}

const walls = Object.entries(changes).flatMap(([zone, days]) =>
  days.map((day) => ({ zone, wall: wallFrom(zone, day) })),
);

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
/** Mostly about the hours in which clocks are changed, and small ones too. */
const minutesOfDay = fc.oneof(fc.integer({ min: 0, max: 4 * 60 }), fc.integer({ min: 0, max: dayMinutes }));
const window = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    ends: fc.tuple(minutesOfDay, minutesOfDay).filter(([a, b]) => a !== b),
  })
  .map(({ days, ends: [a, b] }) => ({ days, from: clock(Math.min(a, b)), to: clock(Math.max(a, b)) }));
const place = fc.record({
  of: fc.constantFrom(...walls),
  minute: fc.oneof(
    fc.integer({ min: 0, max: (before + after - 16) * dayMinutes }),
    fc.integer({ min: (before - 1) * dayMinutes, max: (before + 1) * dayMinutes }),
  ),
  ms: fc.constantFrom(0, 1, minuteMs / 2, minuteMs - 1),
});

test("a window is open while the wall shows its hours, and opens and closes at the first minute that says so", () => {
  fc.assert(
    fc.property(window, place, (hours, { of: { zone, wall }, minute, ms }) => {
      const shows = ({ day, time }: Reading) =>
        hours.days.includes(day) && hours.from <= time && time < hours.to;
      const now = wall.firstAt + minute * minuteMs + ms;
      const here = shows(wall.readings[minute] as Reading);
      const next = wall.readings.findIndex((reading, at) => at > minute && shows(reading) !== here);
      const changesAt = next < 0 ? null : wall.firstAt + next * minuteMs;
      expect(isOpen(hours, zone, now)).toBe(here);
      // Nobody asks when one closes that is not open.
      if (here) expect([nextOpening(hours, zone, now), closesAt(hours, zone, now)]).toEqual([now, changesAt]);
      else expect(nextOpening(hours, zone, now)).toBe(changesAt);
    }),
    { numRuns: 2_000 },
  );
});

test("a wall time is the first minute that shows it, or the next one that there is", () => {
  fc.assert(
    fc.property(fc.constantFrom(...walls), fc.nat(3 * dayMinutes), ({ zone, wall }, minutes) => {
      const day = wall.readings[(before - 1) * dayMinutes]?.date ?? "";
      const date = new Date(Date.parse(`${day}T00:00Z`) + minutes * minuteMs).toISOString().slice(0, 16);
      const showing = wall.showing.get(date) ?? [];
      const first =
        showing[0] ?? wall.readings.findIndex((reading) => `${reading.date}T${reading.time}` >= date);
      const shown = showing.length === 0 ? "never" : showing.length === 1 ? "once" : "twice";
      expect(momentOf(date, zone)).toEqual({ at: wall.firstAt + first * minuteMs, shown });
      if (shown !== "never") expect(wallTimeOf(momentOf(date, zone).at, zone)).toBe(date);
    }),
    { numRuns: 2_000 },
  );
});

test("each change of the clocks is among those that are tried", () => {
  const seen = new Map<string, string[]>();
  for (const { zone, wall } of walls) {
    const days = Object.groupBy(wall.readings, ({ date }) => date);
    const odd = Object.values(days)
      .slice(1, -1)
      .filter((readings) => readings?.length !== dayMinutes)
      .map((readings) => `${(readings?.length ?? 0) - dayMinutes}`);
    seen.set(zone, [...(seen.get(zone) ?? []), ...odd]);
  }
  expect(Object.fromEntries(seen)).toEqual({
    "Europe/Berlin": ["-60", "60"],
    "America/New_York": ["-60", "60"],
    "Australia/Lord_Howe": ["30", "-30"],
    "Asia/Kolkata": [],
  });
});

test("mails that are spread evenly have all gone before the window closes, none long before it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000 }),
      fc.integer({ min: minuteMs, max: dayMinutes * minuteMs }),
      fc.array(fc.integer({ min: 0, max: 30 * minuteMs }), { maxLength: 5 }),
      (count, lengthMs, rests) => {
        let now = 0;
        let left = count;
        let lastAt = 0;
        for (; left > 0 && now < lengthMs; left--) {
          lastAt = now;
          // A rest in the middle is made up for by those that come after it.
          const rest = left % 7 === 0 ? (rests.pop() ?? 0) : 0;
          now += evenGapMs({ now, closesAt: lengthMs, left }) + Math.min(rest, (lengthMs - now) / 4);
        }
        expect(left).toBe(0);
        expect(lastAt).toBeLessThan(lengthMs);
        expect(lastAt).toBeGreaterThanOrEqual(lengthMs - (lengthMs / count) * 2 - count);
      },
    ),
    { numRuns: 300 },
  );
});
