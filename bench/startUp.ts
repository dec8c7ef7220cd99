import { join, resolve } from "node:path";
import { end, memoryOf, processorMsOf, type Started, start, temporaryFolder } from "./support/processes.ts";

/**
 * How long the server takes until it answers, and what it costs when nobody asks anything: `bun bench/startUp.ts
 * [CHECKOUT…]`, each checkout started in turn, so that a busy machine is as busy for the one as for the other.
 */
const rounds = 7;
const idleMs = 5_000;
const checkouts = process.argv.slice(2).map((path) => resolve(path));
const seen = new Map<string, { readyMs: number[]; idleMb: number[]; idleCpuMs: number[] }>();

for (let round = 0; round <= rounds; round += 1)
  for (const path of checkouts.length > 0 ? checkouts : [resolve(import.meta.dir, "..")]) {
    const row = seen.get(path) ?? { readyMs: [], idleMb: [], idleCpuMs: [] };
    seen.set(path, row);
    const one = await startedOnce(path);
    // The first fills the caches of the disk.
    if (round > 0) for (const [name, value] of Object.entries(one)) row[name as keyof typeof one].push(value);
  }
for (const [path, row] of seen) {
  const [ready, memory, work] = [row.readyMs, row.idleMb, row.idleCpuMs].map(median);
  console.log(
    `${path}: ready after ${ready?.toFixed(0)} ms, ${memory?.toFixed(0)} MB when idle, ${work?.toFixed(0)} ms of a processor in ${idleMs / 1_000} s`,
  );
}

function startIn(checkout: string, data: string): Promise<Started> {
  const command = [process.execPath, join(checkout, "amplify.ts"), "serve"];
  return start(command, /is ready on (\S+)/, {
    CWD: checkout,
    NODE_ENV: "production",
    PORT: "0",
    AMPLIFY_DATA: data,
  });
}

async function startedOnce(path: string): Promise<{ readyMs: number; idleMb: number; idleCpuMs: number }> {
  const folder = temporaryFolder();
  try {
    // An empty database is made by the first start; the second is what a restart takes.
    await end((await startIn(path, folder.path)).process);
    const startedAt = performance.now();
    const server = await startIn(path, folder.path);
    const readyMs = performance.now() - startedAt;
    await Bun.sleep(idleMs);
    const before = processorMsOf(server.process.pid);
    await Bun.sleep(idleMs);
    const idleCpuMs = processorMsOf(server.process.pid) - before;
    const { nowMb } = memoryOf(server.process.pid);
    await end(server.process);
    return { readyMs, idleMb: nowMb, idleCpuMs };
  } finally {
    folder.remove();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
