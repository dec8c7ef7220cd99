import { expect, test } from "bun:test";
import { rateLimits } from "../../../contract/limits/http.ts";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { createPace } from "../../../islands/Workspace/leads/table/pace.ts";

test("a pace lets a burst through, then one at a time", () => {
  const pace = createPace({ burst: 2, everyMs: 100 });
  expect([pace.waitMs(0), pace.waitMs(0)]).toEqual([0, 0]);
  expect(pace.waitMs(0)).toBe(100);
  expect(pace.waitMs(60)).toBeCloseTo(40);
  expect(pace.waitMs(100)).toBe(0);
});

test("a pace goes on when the clock is set back", () => {
  const pace = createPace({ burst: 1, everyMs: 100 });
  expect(pace.waitMs(1_000_000)).toBe(0);
  expect(pace.waitMs(10)).toBe(100);
  expect(pace.waitMs(110)).toBe(0);
});

test("a list that is scrolled without end leaves half of the person's calls to everything else", () => {
  const pace = createPace(screenLimits.leadLoads);
  const { count, windowMs } = rateLimits.apiPerUser;
  let calls = 0;
  for (let now = 0; now < windowMs; now += 10) if (pace.waitMs(now) === 0) calls += 1;
  // One moment of scrolling may ask for two blocks, where two of them meet on the screen.
  expect(calls).toBeGreaterThan(100);
  expect(calls).toBeLessThan((count * 2) / 3);
});
