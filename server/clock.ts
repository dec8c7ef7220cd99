import { limits } from "../contract/limits.ts";

/** Milliseconds since 1970 that never run backwards and never leap. */
export type Clock = { now(): number };

type Sources = { wallMs: () => number; steadyMs: () => number; startAtLeastMs?: number };

/**
 * A clock for budgets, retries and sessions. It follows the machine's wall clock but does not believe a leap:
 * after one it drifts towards the wall by a small share of the time that passes, so a clock set a day ahead
 * neither empties a rolling budget at once nor ends every session, and one set back makes nothing stuck.
 */
export function createClock(
  { wallMs, steadyMs, startAtLeastMs = 0 }: Sources = { wallMs: Date.now, steadyMs: () => performance.now() },
): Clock {
  let steadyBefore = steadyMs();
  let current = Math.max(wallMs(), startAtLeastMs);
  return {
    now() {
      const steady = steadyMs();
      const passed = Math.max(0, steady - steadyBefore);
      steadyBefore = steady;
      const expected = current + passed;
      const off = wallMs() - expected;
      const most = Math.abs(off) <= limits.clock.jumpMs ? Math.abs(off) : passed * limits.clock.slewShare;
      const correction = Math.sign(off) * Math.min(Math.abs(off), most);
      // A step back is spread over time that passes, so that no two calls ever see time reversed.
      current = Math.max(current, expected + correction);
      return Math.floor(current);
    },
  };
}
