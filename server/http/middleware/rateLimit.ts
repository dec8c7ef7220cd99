import { rateLimits } from "../../../contract/limits/http.ts";
import { minuteMs } from "../../../contract/limits/units.ts";
import { refused } from "../../../contract/refused.ts";
import type { Database, Hit } from "../../../db/database.ts";
import type { Clock } from "../../core/clock.ts";
import type { Core } from "../../core/core.ts";

export type Rate = { count: number; windowMs: number };

/** Counts by key within a window that starts with a key's first hit. What it takes is bounded. */
export type RateLimiter = {
  /** Counts one, synchronously; answers how long to wait if that is one too many, and null if it is allowed. */
  hit(key: string): Promise<number | null>;
  /** The same, and how many are left until the window is over. */
  count(key: string): Promise<Hit>;
  /** Takes one back. */
  undo(key: string): Promise<void>;
  forget(key: string): Promise<void>;
};

/** What limiters are made from. */
export type LimiterParts = {
  clock: Clock;
  database: Pick<Database, "shared">;
  secrets: Pick<Core["secrets"], "hashCounted">;
};

type Options = { name: string; rate: Rate; keysMax?: number };

/**
 * Counts in memory where one machine serves, and in the database where several may: then all that have the same name
 * count together, and nobody gets more by asking another server. rate-limiter-flexible (11.4) has such tables too; it
 * goes by each machine's own clock, counts what it refuses, and counts in memory where the database fails.
 */
export function createRateLimiter(
  { clock, database: { shared }, secrets }: LimiterParts,
  { name, rate, keysMax = rateLimits.keysMax }: Options,
): RateLimiter {
  if (shared === null) return inMemory({ rate, clock, keysMax });
  const counted = (key: string) => ({ name, key: secrets.hashCounted(key), rate, keysMax });
  return {
    hit: (key) => shared.hit(counted(key)),
    count: (key) => shared.count(counted(key)),
    undo: (key) => shared.undo(counted(key)),
    forget: (key) => shared.forget(counted(key)),
  };
}

function inMemory({ rate, clock, keysMax }: { rate: Rate; clock: Clock; keysMax: number }): RateLimiter {
  const windows = new Map<string, { startedAt: number; count: number }>();
  const live = (key: string) => {
    const window = windows.get(key);
    if (window === undefined) return undefined;
    const passed = clock.now() - window.startedAt;
    // A window from the future was begun before the clock was set back: it must not last until then.
    return passed >= 0 && passed < rate.windowMs ? window : undefined;
  };
  const count = (key: string): Hit => {
    const window = live(key);
    if (window === undefined) {
      // Deleted first, so that the key joins the end: a Map keeps the order in which keys came.
      windows.delete(key);
      windows.set(key, { startedAt: clock.now(), count: 1 });
      for (const oldest of windows.keys()) {
        if (windows.size <= keysMax) break;
        windows.delete(oldest);
      }
      return { waitMs: null, left: rate.count - 1, resetMs: rate.windowMs };
    }
    const resetMs = window.startedAt + rate.windowMs - clock.now();
    if (window.count >= rate.count) return { waitMs: resetMs, left: 0, resetMs };
    window.count += 1;
    return { waitMs: null, left: rate.count - window.count, resetMs };
  };
  return {
    hit: async (key) => count(key).waitMs,
    count: async (key) => count(key),
    async undo(key) {
      const window = live(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
    async forget(key) {
      windows.delete(key);
    },
  };
}

/** Refusals whose only parameter is the minutes to wait. */
type WaitReason = "too_many_requests" | "too_many_large_requests" | "too_many_openings" | "sign_ins_failed";

/** @throws {Refusal} when the limiter says to wait. */
export function refuseOver(waitMs: number | null, what: WaitReason = "too_many_requests"): void {
  if (waitMs !== null) throw refused(what, { minutes: minutesOf(waitMs) }, { retryAfterMs: waitMs });
}

/** Rounded up: whoever waits as long as they are told is let in. */
export function minutesOf(waitMs: number): number {
  return Math.ceil(waitMs / minuteMs);
}
