/** Does long work (`server/core/inSlices.ts`) without giving way, for what is short. */
export function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
