import { join } from "node:path";
import { type Client, createClient } from "../contract/client.ts";
import { startProbe } from "./support/probe.ts";
import { end, memoryOf, start, startServer, temporaryFolder } from "./support/processes.ts";

/**
 * What other people's calls take while one Free account does its worst within its limits, and what they take without
 * it. The goal: p99 under 50 ms. Beside them what a process with nothing to do sees, since attack, probes and server share
 * the machine; and everything was done once before, as on a server that has been up for a while. `bun bench/worstAccount.ts [SECONDS] [ATTACK…]`; without names, all attacks at once.
 */
const seconds = Number(process.argv[2] ?? 30);
const attacks = process.argv.slice(3);
const password = "Bench-Horse-7";
const goalMs = 50;
const leadCount = 1_000;
/** As often as a person's limit of calls allows. */
const everyMs = 240;

const folder = temporaryFolder();
const server = await startServer({ AMPLIFY_DATA: join(folder.path, "data") });
const { line: url } = server;

try {
  const reader = await person("reader@example.com");
  const writer = await person("writer@example.com");
  await person("worst@example.com");
  for (let from = 0; from < leadCount; from += 50) await addLeads(reader.client, from);
  const body = { name: "Spring", html: `<p>${"Spring is here. ".repeat(2_000)}</p>` };
  const { _id: id } = await writer.client("POST /templates", { body });

  const watch = async (work: () => Promise<unknown>) => {
    const probes = {
      "GET /healthz": startProbe(() => reader.client("GET /healthz"), 10),
      "a page of leads": startProbe(
        () => reader.client("GET /amplify/leads", { query: { pageSize: 50 } }),
        everyMs,
      ),
      "a template saved": startProbe(
        () => writer.client("PUT /templates/{id}", { params: { id }, body }),
        everyMs,
      ),
    };
    await work();
    const stopped = Object.entries(probes).map(async ([name, probe]) => [name, await probe.stop()] as const);
    return new Map(await Promise.all(stopped));
  };

  await attack(2);
  const quiet = await watch(() => Bun.sleep(seconds * 1_000));
  const idle = start(
    [process.execPath, join(import.meta.dir, "support/idleLoop.ts"), String(seconds)],
    /idle: (.*)/,
  );
  const attacked = await watch(() => attack(seconds));
  console.log(`an idle process    ${(await idle).line}`);
  for (const [name, { count, medianMs, p99Ms, maxMs }] of attacked) {
    const before = quiet.get(name);
    if (before === undefined) continue;
    row(name, {
      count,
      p50: medianMs,
      p99: p99Ms,
      max: maxMs,
      quietP50: before.medianMs,
      quietP99: before.p99Ms,
      quietMax: before.maxMs,
      ratio: p99Ms / before.p99Ms,
    });
    if (p99Ms > goalMs) console.log(`  over the goal of ${goalMs} ms`);
  }
  console.log(`peak ${memoryOf(server.process.pid).peakMb.toFixed(0)} MB`);
} finally {
  await end(server.process);
  folder.remove();
}

async function person(email: string): Promise<{ client: Client }> {
  const visitor = createClient({ base: url });
  const names = { firstName: "Bench", lastName: "Runner" };
  await visitor("POST /amplify/auth/signup", { body: { ...names, email, password } });
  const { token } = await visitor("POST /amplify/auth/login", { body: { username: email, password } });
  return { client: createClient({ base: url, token }) };
}

/** A Free account's leads; more than its plan has are refused, which is no matter here. */
async function addLeads(client: Client, from: number): Promise<void> {
  const leads = Array.from({ length: 50 }, (_, at) => ({
    firstName: `Lead${from + at}`,
    email: `lead${from + at}@in.test`,
  }));
  await client("POST /amplify/leads/bulk", { body: { leads } }).catch(() => {});
}

/** A process of its own, so that making the load takes none of the time that is measured here. */
async function attack(seconds: number): Promise<void> {
  const script = join(import.meta.dir, "support/worstAccount.ts");
  const command = [process.execPath, script, url, "worst@example.com", password, String(seconds), ...attacks];
  const attacker = await start(command, /over: (.*)/);
  console.log(`the attacker's calls: ${attacker.line}`);
  await end(attacker.process);
}

function row(what: string, figures: Record<string, number>): void {
  const cells = Object.entries(figures).map(
    ([name, value]) => `${name} ${value.toFixed(value < 100 ? 1 : 0)}`,
  );
  console.log(`${what.padEnd(18)} ${cells.join("  ")}`);
}
