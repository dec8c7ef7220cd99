import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../db/sqlite/open.ts";
import { sequenceWorld, stepOf } from "../tests/support/campaigns/sequenceWorld.ts";

/**
 * A sequence of many leads and five steps is moved on whole, as a worker beside the server does it: what a lead costs, and
 * for how long anything else waits meanwhile. `bun bench/sequences.ts [leads]`.
 */
const leadCount = Number(process.argv[2] ?? 100_000);
const minutesPerStep = 60;
const folder = mkdtempSync(join(tmpdir(), "amplify-sequences-"));
const database = openDatabase({ folder });
const steps = ["one", "two", "three", "four", "five"].map((id, nth) =>
  stepOf(id, { delayMinutes: nth === 0 ? 0 : minutesPerStep }),
);
const world = await sequenceWorld(database, { steps });
const leads = await world.addLeads(leadCount);
for (let at = 0; at < leadCount; at += 1_000) await world.join(...leads.slice(at, at + 1_000));

/** How long the thread was not free at a stretch, looked at each millisecond while work goes on. */
async function stallsOf(work: () => Promise<void>): Promise<number[]> {
  const stalls: number[] = [];
  let last = performance.now();
  const looking = setInterval(() => {
    const now = performance.now();
    stalls.push(now - last);
    last = now;
  }, 1);
  await work();
  clearInterval(looking);
  return stalls.sort((a, b) => a - b);
}

for (const { id } of steps) {
  const from = process.cpuUsage();
  const startedAt = performance.now();
  const stalls = await stallsOf(() => world.work());
  const { user, system } = process.cpuUsage(from);
  const at = (share: number) => (stalls[Math.floor(share * (stalls.length - 1))] ?? 0).toFixed(1);
  const micros = ((user + system) / leadCount).toFixed(0);
  const wall = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(
    `step ${id}: ${micros} µs of CPU a lead, ${wall} s; longest stretch p50 ${at(0.5)} p99 ${at(0.99)} max ${at(1)} ms`,
  );
  await world.settle();
  world.pass(minutesPerStep + 1);
}
await database.close();
rmSync(folder, { recursive: true });
