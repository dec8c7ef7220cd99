import { expect, test } from "bun:test";
import { clockLimits } from "../../../contract/limits/database.ts";
import { type ClockStep, createClock, createElapsed } from "../../../server/core/clock.ts";
import { createRateLimiter } from "../../../server/http/middleware/rateLimit.ts";

const dayMs = 24 * 60 * 60 * 1000;
const start = 1_800_000_000_000;

/** A machine whose wall clock somebody sets while its steady one just runs. */
function machine(startAtLeastMs = 0) {
  let wall = start;
  let steady = 0;
  const clock = createClock({ wallMs: () => wall, steadyMs: () => steady, startAtLeastMs });
  const steps: ClockStep[] = [];
  clock.onStep((step) => steps.push(step));
  return {
    clock,
    steps,
    wall: () => wall,
    pass(ms: number) {
      wall += ms;
      steady += ms;
    },
    setWall(byMs: number) {
      wall += byMs;
    },
  };
}

test("it follows the wall clock while nobody touches it", () => {
  const { clock, pass } = machine();
  expect(clock.now()).toBe(start);
  pass(90_000);
  expect(clock.now()).toBe(start + 90_000);
});

test("small corrections of the wall clock are followed at once", () => {
  const { clock, pass, setWall } = machine();
  setWall(clockLimits.jumpMs / 2);
  pass(10_000);
  expect(clock.now()).toBe(start + 10_000 + clockLimits.jumpMs / 2);
});

test("a wall clock that leaps and comes back within a minute leaves no trace", () => {
  for (const byMs of [dayMs, -dayMs]) {
    const { clock, pass, setWall, steps } = machine();
    setWall(byMs);
    expect(clock.now()).toBe(start);
    pass(60_000);
    expect(clock.now()).toBe(start + 60_000);
    setWall(-byMs);
    pass(1_000);
    expect(clock.now()).toBe(start + 61_000);
    expect(steps).toEqual([]);
  }
});

test.each([
  ["suspended for eight hours", 8 * 3_600_000],
  ["set a day ahead", dayMs],
  ["set a day back", -dayMs],
  ["started 400 days ahead and put right", -400 * dayMs],
  ["put right late by the network, 400 days ahead", 400 * dayMs],
])("a machine that was %s has the right time within minutes, and says so once", (_, byMs) => {
  const { clock, pass, setWall, wall, steps } = machine();
  pass(1_000);
  clock.now();
  setWall(byMs);
  const leapt = clock.now();
  expect(leapt).toBe(start + 1_000);
  let last = leapt;
  for (let seconds = 0; seconds < 119; seconds++) {
    pass(1_000);
    const now = clock.now();
    expect(now - last).toBe(1_000);
    last = now;
  }
  for (let seconds = 0; seconds < 60; seconds++) pass(1_000);
  expect(clock.now()).toBe(wall());
  expect(steps).toEqual([{ from: start + 1_000 + 179_000, byMs }]);
  pass(3_600_000);
  expect(clock.now()).toBe(wall());
  expect(steps).toHaveLength(1);
});

test("a wall clock that goes on leaping is not believed", () => {
  const { clock, pass, setWall, steps } = machine();
  for (let n = 0; n < 60; n++) {
    setWall(n % 2 === 0 ? dayMs : -dayMs);
    pass(60_000);
    clock.now();
  }
  expect(clock.now()).toBe(start + 60 * 60_000);
  expect(steps).toEqual([]);
});

test("it goes on from the latest time seen when the machine comes back with an older one, for minutes at most", () => {
  const { clock, pass, wall, steps } = machine(start + 400 * dayMs);
  expect(clock.now()).toBe(start + 400 * dayMs);
  pass(60_000);
  expect(clock.now()).toBe(start + 400 * dayMs + 60_000);
  pass(61_000);
  expect(clock.now()).toBe(wall());
  expect(steps.map(({ byMs }) => byMs)).toEqual([-400 * dayMs]);
});

test("a machine's sleep is time that passes, where its steady clock stands still meanwhile", () => {
  let steady = 0;
  let uptime = 7_000_000;
  let wall = start;
  const elapsed = createElapsed({
    steadyMs: () => steady,
    uptimeMs: () => Math.floor(uptime / 1_000) * 1_000,
    wallMs: () => wall,
  });
  steady += 90_500;
  uptime += 90_500;
  wall += 90_500;
  expect(elapsed()).toBe(90_500);
  uptime += 8 * 3_600_000;
  wall += 8 * 3_600_000;
  expect(Math.abs(elapsed() - 90_500 - 8 * 3_600_000)).toBeLessThanOrEqual(1_000);
  const after = elapsed();
  steady += 500;
  uptime += 500;
  wall += 500;
  expect(elapsed()).toBe(after + 500);
});

test("a machine's sleep is seen though its wall clock was set back by as much, within a second of work", () => {
  let steady = 0;
  let uptime = 7_000_000;
  let asked = 0;
  const uptimeMs = () => {
    asked += 1;
    return uptime;
  };
  const elapsed = createElapsed({ steadyMs: () => steady, uptimeMs, wallMs: () => start + steady });
  uptime += 3_600_000;
  for (let call = 0; call < 100; call += 1) {
    steady += 10;
    uptime += 10;
    elapsed();
  }
  expect(elapsed()).toBe(3_600_000 + 1_000);
  expect(asked).toBe(2);
});

test("a rate's window from before the clock was set back holds nobody up until then", async () => {
  const { clock, pass, setWall } = machine();
  const limiter = createRateLimiter(
    { clock, database: { shared: null }, secrets: { hashCounted: (text) => text } },
    { name: "tries", rate: { count: 1, windowMs: 60_000 } },
  );
  await limiter.hit("ada");
  expect(await limiter.hit("ada")).toBe(60_000);
  setWall(-400 * dayMs);
  clock.now();
  pass(130_000);
  expect(await limiter.hit("ada")).toBeNull();
  expect(await limiter.hit("ada")).toBe(60_000);
});
