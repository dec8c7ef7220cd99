import { describe, expect, test } from "bun:test";
import { bucketOf, createGovernor } from "../../../server/sending/dispatch/governor.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const noon = bucketOf(1_800_000_000_000);
const unlimited = { perDay: null, perMinute: null, gapMs: 0 };

describe("an account's budget", () => {
  test("without limits lets everything go", () => {
    expect(createGovernor({ budget: unlimited, history: [], now: noon }).allow(8, noon)).toEqual({
      countMax: 8,
      hold: null,
    });
  });

  test("grants what is left of the day and then names the moment when more is free", () => {
    const governor = createGovernor({ budget: { ...unlimited, perDay: 10 }, history: [], now: noon });
    governor.record(7, noon);
    expect(governor.allow(8, noon + 1)).toEqual({ countMax: 3, hold: null });
    governor.record(3, noon + minuteMs);
    expect(governor.allow(8, noon + minuteMs)).toEqual({
      countMax: 0,
      hold: { rule: { limit: "day", countMax: 10, day: null }, nextAt: noon + dayMs },
    });
    expect(governor.allow(8, noon + dayMs)).toEqual({ countMax: 7, hold: null });
  });

  test("rolls over a minute, not over the clock's full minute", () => {
    const governor = createGovernor({ budget: { ...unlimited, perMinute: 5 }, history: [], now: noon });
    governor.record(5, noon + 50_000);
    expect(governor.allow(1, noon + minuteMs + 1_000).countMax).toBe(0);
    expect(governor.allow(9, noon + 50_000 + minuteMs).countMax).toBe(5);
  });

  test("keeps the gap between two mails, one at a time", () => {
    const governor = createGovernor({ budget: { ...unlimited, gapMs: 3_000 }, history: [], now: noon });
    expect(governor.allow(8, noon).countMax).toBe(1);
    governor.record(1, noon);
    expect(governor.allow(8, noon + 2_999)).toEqual({
      countMax: 0,
      hold: { rule: { limit: "gap", countMax: null, day: null }, nextAt: noon + 3_000 },
    });
    expect(governor.allow(8, noon + 3_000).countMax).toBe(1);
  });

  test("grows day by day during a ramp-up, until the daily limit is the smaller one", () => {
    const ramp = { rampPerDay: 20, rampStartedAt: noon };
    const governor = createGovernor({
      budget: { ...unlimited, perDay: 50, ...ramp },
      history: [],
      now: noon,
    });
    governor.record(20, noon + dayMs / 2);
    expect(governor.allow(8, noon + dayMs / 2 + 1)).toEqual({
      countMax: 0,
      hold: { rule: { limit: "ramp", countMax: 20, day: 1 }, nextAt: noon + dayMs },
    });
    expect(governor.allow(30, noon + dayMs).countMax).toBe(20);
    governor.record(20, noon + dayMs);
    // Both of them within 24 hours: of the second day's 40 nothing is left until the first 20 have passed.
    expect(governor.allow(8, noon + dayMs + 1).hold?.nextAt).toBe(noon + 1.5 * dayMs);
    expect(governor.allow(80, noon + 3 * dayMs).countMax).toBe(50);
  });

  test("takes a clock before the ramp-up's start as its first day", () => {
    const ramp = { rampPerDay: 20, rampStartedAt: noon };
    expect(
      createGovernor({ budget: { ...unlimited, ...ramp }, history: [], now: noon - dayMs }).allow(
        30,
        noon - dayMs,
      ).countMax,
    ).toBe(20);
  });
});

describe("a budget over a restart", () => {
  test("forgets nothing, and takes the last minute as just used", () => {
    const history = [
      { bucketAt: noon - dayMs + minuteMs, count: 4 },
      { bucketAt: noon, count: 5 },
    ];
    const governor = createGovernor({
      budget: { perDay: 10, perMinute: 5, gapMs: 0 },
      history,
      now: noon + minuteMs,
    });
    expect(governor.allow(8, noon + minuteMs).countMax).toBe(0);
    // The minute is over, and of the ten a day one is left.
    expect(governor.allow(8, noon + 2 * minuteMs - 1_000 - minuteMs / 2).countMax).toBe(0);
    expect(
      createGovernor({ budget: { ...unlimited, perDay: 10 }, history, now: noon }).allow(8, noon + 1_000)
        .countMax,
    ).toBe(1);
  });

  test("waits for the gap since the last mail, not for its minute's end", () => {
    const history = [{ bucketAt: noon, count: 3 }];
    const now = noon + 10_000;
    const governor = createGovernor({ budget: { ...unlimited, gapMs: 400 }, history, now });
    expect(governor.allow(8, now + 399)).toEqual({
      countMax: 0,
      hold: { rule: { limit: "gap", countMax: null, day: null }, nextAt: now + 400 },
    });
    expect(governor.allow(8, now + 400).countMax).toBe(1);
  });
});

describe("a budget whose mails were not taken", () => {
  test("has again what was not taken, in the minute in which it was booked and never more than that", () => {
    const governor = createGovernor({ budget: { ...unlimited, perDay: 10 }, history: [], now: noon });
    governor.record(4, noon);
    governor.record(6, noon + minuteMs);
    for (let n = 0; n < 9; n++) governor.giveBack(noon);
    expect(governor.allow(8, noon + minuteMs).countMax).toBe(4);
    governor.record(4, noon + 2 * minuteMs);
    // The emptied minute frees nothing: the next mail waits for those of the minute after it.
    expect(governor.allow(8, noon + 2 * minuteMs).hold?.nextAt).toBe(noon + minuteMs + dayMs);
    governor.giveBack(noon + dayMs);
    expect(governor.allow(8, noon + 2 * minuteMs).countMax).toBe(0);
  });

  test("keeps its pace for mails that were not taken: the server was spoken to all the same", () => {
    const governor = createGovernor({
      budget: { perDay: 10, perMinute: 5, gapMs: 0 },
      history: [],
      now: noon,
    });
    governor.record(5, noon);
    for (let n = 0; n < 5; n++) governor.giveBack(noon);
    expect(governor.allow(8, noon + 1_000).hold?.rule).toEqual({
      limit: "minute",
      countMax: 5,
      day: null,
    });
    expect(governor.allow(8, noon + minuteMs).countMax).toBe(5);
  });

  test("is not held up by minutes of its past in which nothing was taken", () => {
    const history = [
      { bucketAt: noon - 2 * minuteMs, count: 0 },
      { bucketAt: noon - minuteMs, count: 10 },
      { bucketAt: noon, count: 0 },
    ];
    const governor = createGovernor({ budget: { ...unlimited, perDay: 10 }, history, now: noon });
    expect(governor.allow(1, noon + minuteMs).hold?.nextAt).toBe(noon - minuteMs + dayMs);
  });
});
