import { expect, test } from "bun:test";
import { createRateLimiter, refuseOver } from "../../../server/http/middleware/rateLimit.ts";

function limited({ keysMax = 10 } = {}) {
  let now = 0;
  const limiter = createRateLimiter({
    rate: { count: 2, windowMs: 1_000 },
    clock: { now: () => now },
    keysMax,
  });
  return {
    limiter,
    at(ms: number) {
      now = ms;
    },
  };
}

test("the count is allowed, then it says how long to wait, then it starts anew", () => {
  const { limiter, at } = limited();
  expect(limiter.hit("a")).toBeNull();
  at(400);
  expect(limiter.hit("a")).toBeNull();
  expect(limiter.hit("a")).toBe(600);
  expect(limiter.hit("b")).toBeNull();
  at(1_000);
  expect(limiter.hit("a")).toBeNull();
});

test("one taken back can be used again, and a forgotten key starts anew", () => {
  const { limiter } = limited();
  limiter.hit("a");
  limiter.hit("a");
  limiter.undo("a");
  expect(limiter.hit("a")).toBeNull();
  expect(limiter.hit("a")).not.toBeNull();
  limiter.forget("a");
  expect(limiter.hit("a")).toBeNull();
  limiter.undo("never seen");
  expect(limiter.hit("never seen")).toBeNull();
});

test("a hostile number of keys pushes out the oldest and takes no more room", () => {
  const { limiter } = limited({ keysMax: 3 });
  for (const key of ["a", "a", "b", "b", "c", "d"]) limiter.hit(key);
  expect(limiter.hit("b")).not.toBeNull();
  expect(limiter.hit("a")).toBeNull();
});

test("a refusal says when to come back, in words and in milliseconds", () => {
  expect(() => refuseOver(null)).not.toThrow();
  expect(() => refuseOver(61_000)).toThrow(
    expect.objectContaining({
      status: 429,
      retryAfterMs: 61_000,
      message: expect.stringContaining("2 minutes"),
    }),
  );
});
