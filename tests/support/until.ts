/** Waits for a state, looking again every few milliseconds; a test waits on what it needs and never on time. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`did not come true in ${withinMs} ms: ${holds}`);
    await Bun.sleep(5);
  }
}
