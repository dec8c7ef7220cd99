const [shortestPauseMs, longestPauseMs] = [5, 50];

/**
 * Waits for a state; a test waits on what it needs and never on time. It looks again after a tenth of what it has waited
 * already, within bounds: what a look asks of a server for a quarter of a minute costs more than what is waited for.
 */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await holds())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > withinMs) throw new Error(`did not come true in ${withinMs} ms: ${holds}`);
    await Bun.sleep(Math.max(shortestPauseMs, Math.min(waitedMs / 10, longestPauseMs)));
  }
}
