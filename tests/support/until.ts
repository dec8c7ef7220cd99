const [shortestPauseMs, longestPauseMs] = [5, 50];
/** What has not come by then waits for a lease or a clock, which are no finer than this. */
const [longWaitMs, longWaitPauseMs] = [5_000, 250];

/**
 * Waits for a state; a test waits on what it needs and never on time. It looks again after a tenth of what it has waited
 * already, within bounds: what a look asks of a server for a quarter of a minute costs more than what is waited for.
 */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`did not come true in ${withinMs} ms: ${holds}`);
    const longestMs = waitedMs < longWaitMs ? longestPauseMs : longWaitPauseMs;
    await Bun.sleep(Math.max(shortestPauseMs, Math.min(waitedMs / 10, longestMs)));
  }
}
