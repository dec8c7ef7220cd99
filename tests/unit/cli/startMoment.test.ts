import { describe, expect, test } from "bun:test";
import { readWindow } from "../../../cli/compose/sendWindow.ts";
import { startMoment } from "../../../cli/compose/startMoment.ts";

const berlin = "Europe/Berlin";
/** A moment asked for in Berlin, at an instant. */
const asked = (text: string, now: string, zone = berlin) =>
  startMoment(text, { nowMs: Date.parse(now), zone });

describe("a moment in words", () => {
  // A Sunday, 20:30 in Berlin.
  const sunday = "2026-11-22T19:30:00Z";

  test.each([
    ["tomorrow 9:00", "2026-11-23T09:00"],
    ["Tomorrow at 9:00", "2026-11-23T09:00"],
    ["today 21:15", "2026-11-22T21:15"],
    ["monday 14:30", "2026-11-23T14:30"],
    ["sat 8am", "2026-11-28T08:00"],
    ["saturday 12:00 pm", "2026-11-28T12:00"],
    ["sunday 21:00", "2026-11-22T21:00"],
    ["sunday 9:00", "2026-11-29T09:00"],
    ["2026-11-24 09:00", "2026-11-24T09:00"],
    ["2026-11-24T09:00", "2026-11-24T09:00"],
    ["2028-02-29 7:05", "2028-02-29T07:05"],
    ["20:31", "2026-11-22T20:31"],
    ["20:30", "2026-11-23T20:30"],
    ["9pm", "2026-11-22T21:00"],
    ["in 2 hours", "2026-11-22T22:30"],
    ["in 45 min", "2026-11-22T21:15"],
    ["in 3 days", "2026-11-25T20:30"],
    ["in 1 week", "2026-11-29T20:30"],
  ])("%s", (text, wallTime) => {
    expect(asked(text, sunday)).toEqual({ wallTime });
  });

  test.each([
    "tomorrow",
    "9",
    "25:00",
    "9:60",
    "13pm",
    "soon",
    "in 2 years",
    "in 0 hours",
    "2026-02-30 9:00",
    "",
  ])("%p is not understood", (text) => {
    expect(asked(text, sunday)).toEqual({ fault: "unread" });
  });

  test("what is over is said to be", () => {
    expect(asked("today 9:00", sunday)).toEqual({ fault: "past" });
    expect(asked("2026-11-22 20:30", sunday)).toEqual({ fault: "past" });
  });

  test("is that of the zone, whose day may be another", () => {
    expect(asked("tomorrow 9:00", sunday, "Pacific/Auckland")).toEqual({ wallTime: "2026-11-24T09:00" });
    expect(asked("tomorrow 9:00", sunday, "America/Los_Angeles")).toEqual({ wallTime: "2026-11-23T09:00" });
  });
});

describe("over a change of the clocks", () => {
  test("tomorrow is a day of the calendar when it has 23 hours or 25", () => {
    // Berlin goes forward on 29 March 2026 at 2:00 and back on 25 October 2026 at 3:00.
    expect(asked("tomorrow 9:00", "2026-03-28T08:00:00Z")).toEqual({ wallTime: "2026-03-29T09:00" });
    expect(asked("tomorrow 0:30", "2026-10-24T22:10:00Z")).toEqual({ wallTime: "2026-10-26T00:30" });
    expect(asked("in 1 day", "2026-10-24T08:00:00Z")).toEqual({ wallTime: "2026-10-25T10:00" });
    expect(asked("in 1 day", "2026-03-28T08:00:00Z")).toEqual({ wallTime: "2026-03-29T09:00" });
  });

  test("hours are hours", () => {
    // 1:30 in Berlin; half an hour later it is 3:00.
    expect(asked("in 2 hours", "2026-03-29T00:30:00Z")).toEqual({ wallTime: "2026-03-29T04:30" });
    // 22:30; four hours later it is 2:30 for the first time.
    expect(asked("in 4 hours", "2026-10-24T20:30:00Z")).toEqual({ wallTime: "2026-10-25T02:30" });
  });

  test("a wall time that is shown twice means the first, so what falls into the second waits for its end", () => {
    expect(asked("in 5 hours", "2026-10-24T20:30:00Z")).toEqual({ wallTime: "2026-10-25T03:00" });
    expect(asked("in 6 hours", "2026-10-24T20:30:00Z")).toEqual({ wallTime: "2026-10-25T03:30" });
  });

  test("a time that no clock shows stays as it was asked for, since the server says what becomes of it", () => {
    expect(asked("tomorrow 2:30", "2026-03-28T08:00:00Z")).toEqual({ wallTime: "2026-03-29T02:30" });
  });
});

describe("a window in words", () => {
  test.each([
    ["mon-fri 9:00-17:00", [1, 2, 3, 4, 5], "09:00", "17:00"],
    ["Mon - Fri 9:00 - 17:00", [1, 2, 3, 4, 5], "09:00", "17:00"],
    ["saturday,sun 8am-2pm", [6, 7], "08:00", "14:00"],
    ["fri-mon 10:00-12:30", [1, 5, 6, 7], "10:00", "12:30"],
    ["daily 8:00-20:00", [1, 2, 3, 4, 5, 6, 7], "08:00", "20:00"],
    ["8:00-20:00", [1, 2, 3, 4, 5, 6, 7], "08:00", "20:00"],
  ])("%s", (text, days, from, to) => {
    expect(readWindow(text)).toEqual({ days, from, to });
  });

  test.each([
    "mon-fri",
    "17:00-9:00",
    "9:00-9:00",
    "mo-fr 9:00-17:00",
    "mon-fri 9-17",
    "mon-fri-sun 9:00-17:00",
    "x 9:00-17:00",
    "",
  ])("%p is not understood", (text) => {
    expect(readWindow(text)).toBeNull();
  });
});
