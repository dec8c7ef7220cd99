import { rateLimits } from "../../../contract/limits/http.ts";
import { refused } from "../../../contract/refused.ts";
import type { Clock } from "../../core/clock.ts";

export type Rate = { count: number; windowMs: number };

/** Counts by key within a window that starts with a key's first hit. Its memory is bounded. */
export type RateLimiter = {
  /** Counts one; answers how long to wait when that is one too many, and null when it is allowed. */
  hit(key: string): number | null;
  /** Takes one back. */
  undo(key: string): void;
  forget(key: string): void;
};

export function createRateLimiter(options: { rate: Rate; clock: Clock; keysMax?: number }): RateLimiter {
  const { rate, clock, keysMax = rateLimits.keysMax } = options;
  const windows = new Map<string, { startedAt: number; count: number }>();
  const live = (key: string) => {
    const window = windows.get(key);
    if (window === undefined) return undefined;
    const passed = clock.now() - window.startedAt;
    // A window from the future was begun before the clock was set back: it must not last until then.
    return passed >= 0 && passed < rate.windowMs ? window : undefined;
  };
  return {
    hit(key) {
      const window = live(key);
      if (window === undefined) {
        // Deleted first, so that the key joins the end: a Map keeps the order in which keys came.
        windows.delete(key);
        windows.set(key, { startedAt: clock.now(), count: 1 });
        for (const oldest of windows.keys()) {
          if (windows.size <= keysMax) break;
          windows.delete(oldest);
        }
        return null;
      }
      if (window.count >= rate.count) return window.startedAt + rate.windowMs - clock.now();
      window.count += 1;
      return null;
    },
    undo(key) {
      const window = live(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
    forget: (key) => void windows.delete(key),
  };
}

/** What is refused for so many minutes and is said with no more than that. */
type WaitReason = "too_many_requests" | "too_many_large_requests" | "too_many_openings" | "sign_ins_failed";

/** @throws {Refusal} when the limiter says to wait. */
export function refuseOver(waitMs: number | null, what: WaitReason = "too_many_requests"): void {
  if (waitMs !== null) throw refused(what, { minutes: minutesOf(waitMs) }, { retryAfterMs: waitMs });
}

/** Rounded up: whoever waits as long as they are told is let in. */
export function minutesOf(waitMs: number): number {
  return Math.ceil(waitMs / 60_000);
}
