import { expect, test } from "bun:test";
import {
  dayAfterKey,
  firstDayIn,
  isDay,
  plusDays,
  plusMonths,
  weeksOf,
} from "../../islands/_parts/fields/calendarDays.ts";

test("a calendar's weeks are whole and begin where the reader's weeks begin", () => {
  const monday = weeksOf("2026-02-14", 1);
  expect(monday.map((week) => week[0])).toEqual([
    "2026-01-26",
    "2026-02-02",
    "2026-02-09",
    "2026-02-16",
    "2026-02-23",
  ]);
  expect(monday.every((week) => week.length === 7)).toBe(true);
  // February of 2026 begins on a Sunday, and has exactly four such weeks.
  expect(weeksOf("2026-02-14", 7).map((week) => week[0])).toEqual([
    "2026-02-01",
    "2026-02-08",
    "2026-02-15",
    "2026-02-22",
  ]);
  expect([firstDayIn("de-DE"), firstDayIn("en-US"), firstDayIn("ar-EG")]).toEqual([1, 7, 6]);
});

test("days and months are counted over the ends of months, years and clock changes", () => {
  expect(plusDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(plusDays("2026-03-29", -1)).toBe("2026-03-28");
  expect(plusMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(plusMonths("2024-02-29", 12)).toBe("2025-02-28");
  expect(plusMonths("2026-03-31", -1)).toBe("2026-02-28");
});

test("the keys of a calendar lead by days, weeks, months and years", () => {
  const from = (key: string, shiftKey = false) => dayAfterKey({ key, shiftKey }, "2026-11-18", 1);
  expect([from("ArrowLeft"), from("ArrowDown"), from("Home"), from("End")]).toEqual([
    "2026-11-17",
    "2026-11-25",
    "2026-11-16",
    "2026-11-22",
  ]);
  expect([from("PageDown"), from("PageUp", true), from("a")]).toEqual([
    "2026-12-18",
    "2025-11-18",
    undefined,
  ]);
});

test("what is no day is none", () => {
  expect(["2026-02-30", "2026-13-01", "", "26-01-01", "2026-02-28"].map(isDay)).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});
