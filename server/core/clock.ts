import { clockLimits } from "../../contract/limits/database.ts";
import type { Waits } from "./waits.ts";

/** Milliseconds since 1970. They run on steadily; where the machine's clock was set, they follow in one step. */
export type Clock = { now(): number };

/** All that has to do with time: what o'clock it is, and how to wait. */
export type Time = Clock & Waits;

/** The clock was at `from` and went on from `from + byMs`; both are whole, since they are added to stored times. */
export type ClockStep = { from: number; byMs: number };

export type SteppingClock = Clock & {
  /** Called within the `now()` that steps, before it answers. */
  onStep(listener: (step: ClockStep) => void): void;
};

/** Where time comes from: the clock that people set, and one that nobody does. */
export type ClockSources = { wallMs: () => number; steadyMs: () => number };

type Sources = ClockSources & { startAtLeastMs?: number };
/** A wall clock that has left us: how far it is from the steady one, and since when it stays there. */
type Leap = { offsetMs: number; sinceMs: number };

/**
 * A clock for budgets, retries and sessions. It follows the machine's wall clock but does not believe a leap at once:
 * it goes on by the steady clock, so that one that comes back leaves no trace. A wall that stays put for
 * `clockLimits.believeAfterMs` is right, whichever way it leapt, and is followed in one step that is told to whoever
 * keeps times.
 */
export function createClock(
  { wallMs, steadyMs, startAtLeastMs = 0 }: Sources = { wallMs: Date.now, steadyMs: () => performance.now() },
): SteppingClock {
  const listeners: ((step: ClockStep) => void)[] = [];
  let steadyBefore = steadyMs();
  let current = Math.max(wallMs(), startAtLeastMs);
  let leap: Leap | null = null;

  /** Whether the wall has stayed where it leapt to for long enough. */
  function isSettled(offsetMs: number, steady: number): boolean {
    if (leap === null || Math.abs(offsetMs - leap.offsetMs) > clockLimits.jumpMs)
      leap = { offsetMs, sinceMs: steady };
    return steady - leap.sinceMs >= clockLimits.believeAfterMs;
  }

  return {
    now() {
      const steady = steadyMs();
      const expected = current + Math.max(0, steady - steadyBefore);
      steadyBefore = steady;
      const wall = wallMs();
      if (Math.abs(wall - expected) <= clockLimits.jumpMs) {
        leap = null;
        // A small step back is waited for, so that no two calls see time reversed.
        current = Math.max(current, wall);
      } else if (isSettled(wall - steady, steady)) {
        leap = null;
        current = wall;
        const step = { from: Math.floor(expected), byMs: Math.round(wall - expected) };
        for (const listener of listeners) listener(step);
      } else current = expected;
      return Math.floor(current);
    },
    onStep: (listener) => void listeners.push(listener),
  };
}

type ElapsedSources = { steadyMs(): number; uptimeMs(): number; wallMs(): number };

/**
 * Milliseconds that pass while the machine sleeps, too. A steady clock stands still during a sleep where the
 * system counts only what runs; then the machine's uptime is ahead of it, in whole seconds. It is asked for, which takes
 * fifty times as long as either clock, where wall and steady clock have parted, as they do in a sleep, and now and then.
 */
export function createElapsed({ steadyMs, uptimeMs, wallMs }: ElapsedSources) {
  const apartMs = uptimeMs() - steadyMs();
  let asleepMs = 0;
  let askedMs = steadyMs();
  let wallAheadMs = wallMs() - askedMs;
  return () => {
    const steady = steadyMs();
    const wallAhead = wallMs() - steady;
    const haveParted = Math.abs(wallAhead - wallAheadMs) > clockLimits.partedMs;
    if (!haveParted && steady - askedMs < clockLimits.uptimeEveryMs) return steady + asleepMs;
    askedMs = steady;
    wallAheadMs = wallAhead;
    const ahead = uptimeMs() - steady - apartMs;
    if (ahead - asleepMs > clockLimits.jumpMs) asleepMs = ahead;
    return steady + asleepMs;
  };
}
