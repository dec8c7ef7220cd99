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
      hold: { rule: { limit: "day", countMax: 10, day: null }, nextAt: noon + dayMs + minuteMs },
    });
    expect(governor.allow(8, noon + dayMs + minuteMs)).toEqual({ countMax: 7, hold: null });
  });

  test("rolls over a minute, not over the clock's full minute", () => {
    const governor = createGovernor({ budget: { ...unlimited, perMinute: 5 }, history: [], now: noon });
    governor.record(5, noon + 50_000);
    expect(governor.allow(1, noon + minuteMs + 1_000).countMax).toBe(0);
    expect(governor.allow(9, noon + 50_000 + minuteMs).countMax).toBe(5);
  });

  test("frees no place of a minute before that minute is over, to the tenth of a second", () => {
    const budget = { ...unlimited, perMinute: 5 };
    const governor = createGovernor({ budget, history: [], now: noon });
    governor.record(5, noon + 950);
    expect(governor.allow(1, noon + minuteMs + 949)).toEqual({
      countMax: 0,
      hold: { rule: { limit: "minute", countMax: 5, day: null }, nextAt: noon + minuteMs + 1_000 },
    });
    expect(governor.allow(9, noon + minuteMs + 1_000).countMax).toBe(5);
  });

  test("keeps the gap between two mails, one at a time", () => {
    const governor = createGovernor({ budget: { ...unlimited, gapMs: 3_000 }, history: [], now: noon });
    expect(governor.allow(8, noon).countMax).toBe(1);
    governor.record(1, noon);
    // Where nothing went, nothing is waited for.
    governor.record(0, noon + 2_000);
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
    expect(governor.allow(8, noon + dayMs + 1).hold?.nextAt).toBe(noon + 1.5 * dayMs + minuteMs);
    expect(governor.allow(80, noon + 3 * dayMs).countMax).toBe(50);
  });

  test("counts a mail under the minute in which it goes", () => {
    expect([noon - 1, noon, noon + minuteMs - 1].map(bucketOf)).toEqual([noon - minuteMs, noon, noon]);
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

describe("what is left of a day", () => {
  test("is what its limit has not been used for in the last 24 hours, at whatever pace", () => {
    const budget = { perDay: 10, perMinute: 2, gapMs: 3_000 };
    const governor = createGovernor({ budget, history: [], now: noon });
    governor.record(4, noon);
    governor.record(0, noon + minuteMs);
    expect(governor.leftToday(noon + minuteMs)).toBe(6);
    expect(governor.leftToday(noon + dayMs + minuteMs - 1)).toBe(6);
    expect(governor.leftToday(noon + dayMs + minuteMs)).toBe(10);
  });

  test("frees no place of a day before that day is over, whenever in its minute a mail went", () => {
    const governor = createGovernor({ budget: { ...unlimited, perDay: 10 }, history: [], now: noon });
    governor.record(10, noon + minuteMs - 1);
    expect(governor.allow(1, noon + dayMs + minuteMs - 1).countMax).toBe(0);
    expect(governor.allow(1, noon + dayMs + minuteMs).countMax).toBe(1);
  });

  test("has no end without a limit", () => {
    const governor = createGovernor({ budget: unlimited, history: [], now: noon });
    expect(governor.leftToday(noon)).toBe(Number.POSITIVE_INFINITY);
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

  test("takes mails that cannot be told in their minute for its last ones, and those of earlier minutes for over", () => {
    const history = [3, 2, 1].map((ago) => ({ bucketAt: noon - ago * minuteMs, count: ago }));
    const governor = createGovernor({ budget: { ...unlimited, perMinute: 4 }, history, now: noon });
    // Of the minute before, until a minute after its end.
    expect(governor.allow(9, noon).countMax).toBe(3);
    governor.record(3, noon + 500);
    expect(governor.allow(9, noon + 59_999).hold).toEqual({
      rule: { limit: "minute", countMax: 4, day: null },
      nextAt: noon + minuteMs,
    });
    expect(governor.allow(9, noon + minuteMs).countMax).toBe(1);
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
    for (let count = 1; count <= 4; count++) {
      governor.giveBack(noon);
      expect(governor.allow(8, noon + minuteMs).countMax).toBe(count);
    }
    governor.record(4, noon + 2 * minuteMs);
    // The emptied minute frees nothing: the next mail waits for those of the minute after it.
    expect(governor.allow(8, noon + 2 * minuteMs).hold?.nextAt).toBe(noon + 2 * minuteMs + dayMs);
    for (const emptied of [noon, noon, noon + dayMs]) governor.giveBack(emptied);
    expect(governor.allow(8, noon + 2 * minuteMs).countMax).toBe(0);
  });

  test("has a minute's place again for each mail that has not begun, and never more than it had", () => {
    const governor = createGovernor({ budget: { ...unlimited, perMinute: 5 }, history: [], now: noon });
    governor.record(3, noon + 10_300);
    governor.record(2, noon + 20_000);
    governor.notBegun(noon + 10_300);
    expect(governor.allow(8, noon + 30_000).countMax).toBe(1);
    for (let n = 0; n < 2; n++) governor.notBegun(noon + 10_300);
    expect(governor.allow(8, noon + 30_000).countMax).toBe(3);
    governor.record(3, noon + 30_000);
    // The second whose mails never began frees nothing: the next mail waits for those of the second after it.
    expect(governor.allow(8, noon + 30_000).hold?.nextAt).toBe(noon + 20_000 + minuteMs);
    for (const emptied of [noon + 10_300, noon + 10_300, noon + 25_000]) governor.notBegun(emptied);
    expect(governor.allow(8, noon + 30_000).countMax).toBe(0);
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
    expect(governor.allow(1, noon + minuteMs).hold?.nextAt).toBe(noon + dayMs);
  });
});
