/** Asks a call again and again and remembers how long each answer took, in milliseconds. */
export function startProbe(ask: () => Promise<unknown>, everyMs = 20) {
  const taken: number[] = [];
  let running = true;
  const loop = (async () => {
    while (running) {
      const startedAt = performance.now();
      await ask();
      taken.push(performance.now() - startedAt);
      await Bun.sleep(everyMs);
    }
  })();
  return {
    async stop(): Promise<{ count: number; medianMs: number; p99Ms: number; maxMs: number }> {
      running = false;
      await loop;
      const sorted = taken.toSorted((a, b) => a - b);
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      return { count: sorted.length, medianMs: at(0.5), p99Ms: at(0.99), maxMs: sorted.at(-1) ?? 0 };
    },
  };
}
