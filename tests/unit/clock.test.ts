import { expect, test } from "bun:test";
import { limits } from "../../contract/limits.ts";
import { createClock } from "../../server/clock.ts";

const dayMs = 24 * 60 * 60 * 1000;
const start = 1_800_000_000_000;

/** A machine whose wall clock somebody sets while its steady one just runs. */
function machine(startAtLeastMs = 0) {
  let wall = start;
  let steady = 0;
  const clock = createClock({ wallMs: () => wall, steadyMs: () => steady, startAtLeastMs });
  return {
    clock,
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
  setWall(limits.clock.jumpMs / 2);
  pass(10_000);
  expect(clock.now()).toBe(start + 10_000 + limits.clock.jumpMs / 2);
});

test("a wall clock set a day ahead is not believed: an hour later hardly more than an hour has passed", () => {
  const { clock, pass, setWall } = machine();
  setWall(dayMs);
  expect(clock.now()).toBe(start);
  pass(3_600_000);
  expect(clock.now() - start).toBe(3_600_000 * (1 + limits.clock.slewShare));
});

test("a wall clock set a day back makes nothing stand still or run backwards", () => {
  const { clock, pass, setWall } = machine();
  const before = clock.now();
  setWall(-dayMs);
  let last = before;
  for (let n = 0; n < 100; n++) {
    pass(1_000);
    const now = clock.now();
    expect(now).toBeGreaterThan(last);
    last = now;
  }
  expect(last - before).toBe(100_000 * (1 - limits.clock.slewShare));
});

test("it catches up with the wall in the end, in both directions", () => {
  for (const byMs of [dayMs, -dayMs]) {
    const { clock, pass, setWall } = machine();
    setWall(byMs);
    for (let hours = 0; hours < 24 * 21; hours++) {
      pass(3_600_000);
      clock.now();
    }
    expect(clock.now()).toBe(start + byMs + 24 * 21 * 3_600_000);
  }
});

test("it goes on from the latest time seen, when the machine comes back with an older one", () => {
  const { clock, pass } = machine(start + dayMs);
  expect(clock.now()).toBe(start + dayMs);
  pass(1_000);
  expect(clock.now()).toBeGreaterThan(start + dayMs);
});
