import { slicesLimits } from "../../contract/limits/http.ts";
import { yieldToOthers } from "./yieldToOthers.ts";

let turn: Promise<void> = Promise.resolve();
/** How long work took that was done at once, since others had their turn. */
let atOnceMs = 0;

/**
 * Does long work a slice at a time: a generator that yields wherever it may be interrupted. Between two slices, of
 * this work and of all other that is done here, the requests, timers and sockets that wait have their turn. What is
 * short enough is done at once, without standing in line behind what is long; of that, too, no more than a slice's
 * worth is done in one turn, however much is begun.
 */
export async function inSlices<T>(work: Generator<unknown, T>): Promise<T> {
  if (atOnceMs < slicesLimits.workMs) {
    if (atOnceMs === 0)
      setImmediate(() => {
        atOnceMs = 0;
      });
    const startedAt = performance.now();
    try {
      const slice = oneSlice(work);
      if (slice.done) return slice.value;
    } finally {
      // Even what took no time that can be measured took some.
      atOnceMs += Math.max(performance.now() - startedAt, Number.EPSILON);
    }
  }
  for (;;) {
    turn = turn.then(yieldToOthers);
    await turn;
    const slice = oneSlice(work);
    if (slice.done) return slice.value;
  }
}

function oneSlice<T>(work: Generator<unknown, T>): IteratorResult<unknown, T> {
  const until = performance.now() + slicesLimits.workMs;
  for (;;) {
    const step = work.next();
    if (step.done || performance.now() >= until) return step;
  }
}

/** The same without giving way, for what is short. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
