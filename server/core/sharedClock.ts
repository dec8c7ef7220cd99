import type { ClockStep, SteppingClock } from "./clock.ts";

/** What another thread needs to go by the same clock, given to it as it begins. */
export type SharedClock = {
  cells: SharedArrayBuffer;
  /** The machine's clock and this thread's steady one at one moment: threads count from different points. */
  wallMs: number;
  steadyMs: number;
};

const stepsCell = 0;
const offsetCell = 1;
const fromCell = 2;
const byCell = 3;
const perMs = 1_000;

/** Shares a thread's clock: what is kept is how far it is from the steady one, in microseconds, and its last step. */
export function shareClock(clock: SteppingClock) {
  const cells = new SharedArrayBuffer(4 * BigInt64Array.BYTES_PER_ELEMENT);
  const values = new BigInt64Array(cells);
  const put = (cell: number, value: number) => Atomics.store(values, cell, BigInt(Math.round(value)));
  const keep = (nowMs: number) => put(offsetCell, (nowMs - performance.now()) * perMs);
  clock.onStep(({ from, byMs }) => {
    put(fromCell, from);
    put(byCell, byMs);
    // Counted before the time moves: whoever sees the new time knows of the step.
    Atomics.add(values, stepsCell, 1n);
    keep(from + byMs);
  });
  keep(clock.now());
  return {
    /** Called now and then, since the machine's clock is corrected by small amounts all the time. */
    refresh: () => keep(clock.now()),
    /** To be handed over at once. */
    share: (): SharedClock => ({ cells, wallMs: Date.now(), steadyMs: performance.now() }),
  };
}

/** The clock of another thread, which steps when that does, told of within the `now()` that steps. */
export function followClock(shared: SharedClock): SteppingClock {
  const values = new BigInt64Array(shared.cells);
  const listeners: ((step: ClockStep) => void)[] = [];
  const apartMs = Date.now() - shared.wallMs - (performance.now() - shared.steadyMs);
  let steps = Atomics.load(values, stepsCell);
  let latest = 0;
  const read = (cell: number) => Number(Atomics.load(values, cell));
  return {
    now() {
      const counted = Atomics.load(values, stepsCell);
      if (counted !== steps) {
        steps = counted;
        latest = 0;
        for (const listener of listeners) listener({ from: read(fromCell), byMs: read(byCell) });
      }
      // A small step back is waited for, as the clock itself does.
      latest = Math.max(latest, performance.now() + apartMs + read(offsetCell) / perMs);
      return Math.floor(latest);
    },
    onStep: (listener) => void listeners.push(listener),
  };
}
