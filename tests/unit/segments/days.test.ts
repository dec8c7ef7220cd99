import { expect, test } from "bun:test";
import { addDays, dayAt, dayStart, daysOf, instantsOf, isZone } from "../../../contract/segments/days.ts";

const at = (text: string) => Date.parse(text);

test("a day begins at its midnight in its zone, and on a day without one at the first instant that there is", () => {
  const starts = {
    "2026-07-01 UTC": "2026-07-01T00:00:00Z",
    "2026-07-01 Europe/Vienna": "2026-06-30T22:00:00Z",
    "2026-01-01 Europe/Vienna": "2025-12-31T23:00:00Z",
    // The clock changes in the small hours, so these days have 23 and 25 hours.
    "2026-03-29 Europe/Vienna": "2026-03-28T23:00:00Z",
    "2026-03-30 Europe/Vienna": "2026-03-29T22:00:00Z",
    "2026-10-25 Europe/Vienna": "2026-10-24T22:00:00Z",
    "2026-10-26 Europe/Vienna": "2026-10-25T23:00:00Z",
    "2026-11-01 America/New_York": "2026-11-01T04:00:00Z",
    "2026-11-02 America/New_York": "2026-11-02T05:00:00Z",
    "2026-06-01 Asia/Kathmandu": "2026-05-31T18:15:00Z",
    "2026-06-01 Pacific/Kiritimati": "2026-05-31T10:00:00Z",
    // The clock goes from 23:59 to 01:00.
    "2024-04-26 Africa/Cairo": "2024-04-25T22:00:00Z",
    // This day was left out there.
    "2011-12-30 Pacific/Apia": "2011-12-30T10:00:00Z",
  };
  for (const [named, instant] of Object.entries(starts)) {
    const [day = "", zone = ""] = named.split(" ");
    expect({ named, start: new Date(dayStart(day, zone)).toISOString() }).toEqual({
      named,
      start: new Date(instant).toISOString(),
    });
  }
});

test("it is another day at the same instant elsewhere", () => {
  const instant = at("2026-06-15T11:00:00Z");
  expect(dayAt(instant, "UTC")).toBe("2026-06-15");
  expect(dayAt(instant, "Pacific/Kiritimati")).toBe("2026-06-16");
  expect(dayAt(instant, "Pacific/Pago_Pago")).toBe("2026-06-15");
  expect(dayAt(at("2026-06-15T10:59:00Z"), "Pacific/Pago_Pago")).toBe("2026-06-14");
});

test("days are added by the calendar", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  expect(addDays("2026-01-01", -365)).toBe("2025-01-01");
});

test("the last thirty days are those before today and today, in the zone that is named", () => {
  // In Vienna it is the sixteenth already.
  const moment = { now: at("2026-06-15T22:30:00Z"), zone: "Europe/Vienna" };
  expect(daysOf({ op: "inLast", days: 30 }, moment)).toEqual({ from: "2026-05-17", to: "2026-06-16" });
  expect(daysOf({ op: "inNext", days: 30 }, moment)).toEqual({ from: "2026-06-16", to: "2026-07-16" });
  expect(daysOf({ op: "before", date: "2026-06-16" }, moment)).toEqual({ from: null, to: "2026-06-15" });
  expect(daysOf({ op: "after", date: "2026-06-16" }, moment)).toEqual({ from: "2026-06-17", to: null });
  expect(instantsOf({ from: "2026-06-16", to: "2026-06-16" }, moment.zone)).toEqual({
    from: at("2026-06-15T22:00:00Z"),
    until: at("2026-06-16T22:00:00Z"),
  });
});

test("a zone is one that the IANA database has", () => {
  expect(["UTC", "Europe/Vienna", "Mars/Olympus", ""].map(isZone)).toEqual([true, true, false, false]);
});
