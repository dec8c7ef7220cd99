import { expect, test } from "bun:test";
import { sendForecast } from "../../../server/campaigns/sendForecast.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const now = 1_800_000_000_000;
const unlimited = { perDay: null, perMinute: null, gapMs: 0, rampPerDay: null, rampStartedAt: null };

test("without limits a send waits for nothing", () => {
  expect(sendForecast(unlimited, { count: 100_000, sentToday: 5, now })).toEqual({
    leftToday: null,
    takesMs: 0,
  });
});

test("what is left of the day goes today, the rest a day's worth at a time", () => {
  const account = { ...unlimited, perDay: 100 };
  expect(sendForecast(account, { count: 40, sentToday: 60, now })).toEqual({ leftToday: 40, takesMs: 0 });
  expect(sendForecast(account, { count: 41, sentToday: 60, now }).takesMs).toBe(dayMs);
  expect(sendForecast(account, { count: 241, sentToday: 60, now }).takesMs).toBe(3 * dayMs);
});

test("a minute's limit and a gap set the pace", () => {
  expect(sendForecast({ ...unlimited, perMinute: 30 }, { count: 30, sentToday: 0, now }).takesMs).toBe(0);
  expect(sendForecast({ ...unlimited, perMinute: 30 }, { count: 90, sentToday: 0, now }).takesMs).toBe(
    3 * minuteMs,
  );
  expect(sendForecast({ ...unlimited, gapMs: 2_000 }, { count: 30, sentToday: 0, now }).takesMs).toBe(
    minuteMs,
  );
});

test("a ramp-up's days count as they grow", () => {
  const account = { ...unlimited, perDay: 50, rampPerDay: 20, rampStartedAt: now };
  // 20 today, 40 tomorrow, then 50 a day.
  expect(sendForecast(account, { count: 20, sentToday: 0, now })).toEqual({ leftToday: 20, takesMs: 0 });
  expect(sendForecast(account, { count: 60, sentToday: 0, now }).takesMs).toBe(dayMs);
  expect(sendForecast(account, { count: 111, sentToday: 0, now }).takesMs).toBe(3 * dayMs);
});

test("the last day's mails go one after the other, too", () => {
  const hourMs = 60 * minuteMs;
  // 100 of them take 1,000 minutes, so those of the last day end well after it has begun.
  const gap = { ...unlimited, perDay: 100, gapMs: 10 * minuteMs };
  expect(sendForecast(gap, { count: 160, sentToday: 0, now }).takesMs).toBe(dayMs + 10 * hourMs);
  expect(sendForecast(gap, { count: 260, sentToday: 0, now }).takesMs).toBe(2 * dayMs + 10 * hourMs);
  const ramp = { ...gap, perDay: null, rampPerDay: 20, rampStartedAt: now };
  expect(sendForecast(ramp, { count: 26, sentToday: 0, now }).takesMs).toBe(dayMs + hourMs);
  // What one minute has room for goes as it begins.
  const perMinute = { ...unlimited, perDay: 600, perMinute: 30 };
  expect(sendForecast(perMinute, { count: 630, sentToday: 0, now }).takesMs).toBe(dayMs);
  expect(sendForecast(perMinute, { count: 900, sentToday: 0, now }).takesMs).toBe(dayMs + 10 * minuteMs);
});

test("what was sent today counts no more one after the other, as it went", () => {
  const hourMs = 60 * minuteMs;
  const account = { ...unlimited, perDay: 100 };
  // Sixty went an hour apart, the first of them 23 hours ago.
  const freesIn = (count: number) => count * hourMs;
  const takes = (count: number) => sendForecast(account, { count, sentToday: 60, now, freesIn }).takesMs;
  expect([40, 41, 50, 100].map(takes)).toEqual([0, hourMs, 10 * hourMs, 60 * hourMs]);
  // The day after that has the same room at the same hours.
  expect([140, 150].map(takes)).toEqual([dayMs, dayMs + 10 * hourMs]);
  // A ramp-up's next day has room for more at once.
  const ramp = { ...unlimited, rampPerDay: 20, rampStartedAt: now - dayMs };
  const asked = { sentToday: 20, now, freesIn: () => minuteMs };
  expect(sendForecast(ramp, { ...asked, count: 40 }).takesMs).toBe(minuteMs);
  expect(sendForecast(ramp, { ...asked, count: 100 }).takesMs).toBe(dayMs + minuteMs);
});

test("a moment is a whole millisecond, though a minute is no multiple of its mails", () => {
  const perMinute = { ...unlimited, perMinute: 7 };
  expect(sendForecast(perMinute, { count: 8, sentToday: 0, now }).takesMs).toBe(68_572);
  const both = { ...unlimited, perDay: 10, perMinute: 7 };
  expect(sendForecast(both, { count: 18, sentToday: 0, now }).takesMs).toBe(dayMs + 68_572);
});
