import { slicesLimits } from "../../contract/limits/http.ts";
import { yieldToOthers } from "./yieldToOthers.ts";

let turn: Promise<void> = Promise.resolve();

/**
 * Does long work a slice at a time: a generator that yields wherever it may be interrupted. Between two slices, of
 * this work and of all other that is done here, the requests, timers and sockets that wait have their turn; however
 * much is begun at once, never do two slices follow each other.
 */
export async function inSlices<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    turn = turn.then(yieldToOthers);
    await turn;
    const until = performance.now() + slicesLimits.workMs;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
  }
}

/** The same without giving way, for what is short. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
