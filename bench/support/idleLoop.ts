/**
 * What an event loop with nothing to do sees of the machine: `bun idleLoop.ts SECONDS`. A timer is asked for every
 * five milliseconds; how much later it comes is the machine's doing and nobody's work.
 */
export {};

const everyMs = 5;
const until = performance.now() + Number(process.argv[2] ?? 10) * 1_000;
const late: number[] = [];
while (performance.now() < until) {
  const askedAt = performance.now();
  await Bun.sleep(everyMs);
  late.push(performance.now() - askedAt - everyMs);
}
late.sort((a, b) => a - b);
const at = (share: number) => (late[Math.floor((late.length - 1) * share)] ?? 0).toFixed(1);
console.log(`idle: p50 ${at(0.5)}  p99 ${at(0.99)}  max ${at(1)}`);
