import { expect, setDefaultTimeout, test } from "bun:test";
import { sql } from "drizzle-orm";
import { sharedLimits } from "../../../contract/limits/database.ts";
import type { Database } from "../../../db/database.ts";
import {
  createRateLimiter,
  type LimiterParts,
  refuseOver,
} from "../../../server/http/middleware/rateLimit.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);
const rate = { count: 2, windowMs: 3_600_000 };

/** Two servers on one database, and a way to let an hour pass by: in memory by a clock, in a table by the rows. */
function servers(database: Database, options: { keysMax?: number } = {}) {
  let now = 1_000;
  const parts: LimiterParts = {
    clock: { now: () => now },
    database,
    secrets: { hashCounted: (text) => `hash of ${text}` },
  };
  const made = () => createRateLimiter(parts, { name: "tries", rate, ...options });
  const [one, other] = [made(), made()];
  return {
    one,
    // One process has its counts for itself, and is all there is.
    other: database.shared === null ? one : other,
    async pass(ms: number) {
      now += ms;
      const { rateWindows } = database.tables;
      await database.atomically((write) => ({
        moved: write.update(rateWindows).set({ startedAt: sql`${rateWindows.startedAt} - ${ms}` }),
      }));
    },
  };
}

eachDatabase("a rate limit", (open) => {
  const database = emptyBeforeEach(open);

  test("allows its count, then says how long to wait, then starts anew", async () => {
    const { one, other, pass } = servers(database());
    expect(await one.hit("a")).toBeNull();
    await pass(600_000);
    expect(await other.hit("a")).toBeNull();
    for (const limiter of [one, other, one]) {
      const waitMs = await limiter.hit("a");
      expect(waitMs).toBeGreaterThan(2_900_000);
      expect(waitMs).toBeLessThanOrEqual(3_000_000);
    }
    expect(await one.hit("b")).toBeNull();
    await pass(3_000_000);
    expect(await other.hit("a")).toBeNull();
    expect(await one.hit("a")).toBeNull();
    expect(await one.hit("a")).not.toBeNull();
  });

  test("gives back what was taken back, after what it refused too, and forgets a key", async () => {
    const { one, other } = servers(database());
    for (let n = 0; n < 4; n += 1) await one.hit("a");
    await other.undo("a");
    expect(await one.hit("a")).toBeNull();
    expect(await other.hit("a")).not.toBeNull();
    await other.forget("a");
    expect(await one.hit("a")).toBeNull();
    await one.undo("never seen");
    expect(await one.hit("never seen")).toBeNull();
    for (let n = 0; n < 5; n += 1) await one.undo("a");
    expect(await one.hit("a")).toBeNull();
    expect(await one.hit("a")).toBeNull();
    expect(await one.hit("a")).not.toBeNull();
  });

  test("lets exactly its count through of many at once, at whichever server they come in", async () => {
    const { one, other } = servers(database());
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : other).hit("a")),
    );
    expect(waits.filter((waitMs) => waitMs === null)).toHaveLength(rate.count);
  });

  test("a window from a clock that was set back since holds nobody up until then", async () => {
    const { one, pass } = servers(database());
    for (let n = 0; n < 3; n += 1) await one.hit("a");
    await pass(-400 * 86_400_000);
    expect(await one.hit("a")).toBeNull();
  });

  test("a hostile number of keys pushes out the oldest and takes no more room", async () => {
    const { one, pass } = servers(database(), { keysMax: 3 });
    for (const key of ["a", "a", "b", "b", "c", "d"]) {
      await one.hit(key);
      await pass(10);
    }
    // A table is looked through only now and then.
    if (database().shared !== null) for (let n = 0; n < sharedLimits.sweepEvery; n += 1) await one.hit("d");
    expect(await one.hit("b")).not.toBeNull();
    expect(await one.hit("a")).toBeNull();
  });
});

eachDatabase("what a rate limit leaves in the database", (open) => {
  const database = emptyBeforeEach(open);

  test("names nobody, and nothing that is over stays", async () => {
    const { one, pass } = servers(database());
    const { rateWindows } = database().tables;
    await one.hit("ada@shop.test");
    const kept = () => database().read.select().from(rateWindows);
    expect((await kept()).map(({ key }) => key)).toEqual(
      database().shared === null ? [] : ["hash of ada@shop.test"],
    );
    await pass(rate.windowMs);
    for (let n = 0; n < sharedLimits.sweepEvery; n += 1) await one.hit("eve");
    expect((await kept()).filter(({ key }) => key.includes("ada"))).toEqual([]);
  });
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
