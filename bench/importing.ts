import { join } from "node:path";
import { type Client, createClient } from "../contract/client.ts";
import type { ImportJob } from "../contract/schemas/imports.ts";
import { writeMixedSheet } from "./support/leadSheets.ts";
import { startProbe } from "./support/probe.ts";
import { amplifyCommand, end, memoryOf, startServer, temporaryFolder } from "./support/processes.ts";

/**
 * A large CSV file becomes leads in a collection, goes again, and comes in once more through the terminal client; how
 * long each takes beside SQLite's own insert of such rows into such a table, what the server's process grows to, and
 * how somebody else's calls fare meanwhile. `bun bench/importing.ts [LEADS]`; `BENCH_BINARY` tries a binary.
 */
const leadCount = Number(process.argv[2] ?? 1_000_000);
const password = "Bench-Horse-7";
const idleMs = 5_000;
const pollMs = 100;

const folder = temporaryFolder();
const server = await startServer({
  AMPLIFY_DATA: join(folder.path, "data"),
  AMPLIFY_PLANS: "off",
  AMPLIFY_RATE_LIMITS: "off",
});
const { line: url } = server;
const { pid } = server.process;

try {
  const file = writeMixedSheet({ folder: folder.path, prefix: "lead", count: leadCount });
  const owner = await person("owner@example.com");
  const other = await person("other@example.com");
  const { _id: leadId } = await other("POST /amplify/leads", { body: lead(0) });
  const around = (what: string, work: () => Promise<unknown>) => measured(what, { other, leadId }, work);

  await around("idle", () => Bun.sleep(idleMs));
  let id = "";
  const ours = await around("import", async () => {
    id = await importFile(owner, file);
  });
  await around("undo", async () => {
    await owner("POST /amplify/imports/{id}/undo", { params: { id } });
    await over(owner, id);
  });
  await cli(["login", "owner@example.com", "--server", url, "--password-stdin"], password);
  const byCli = await around("import by CLI", () => cli(["import", file, "--collection", "cli"]));
  const { total } = (await owner("GET /amplify/leads", { query: { pageSize: 1 } })) as { total: number };
  if (total !== leadCount) throw new Error(`${total} leads are there instead of ${leadCount}`);
  await end(server.process);
  for (const indexes of ["all", "three"]) {
    const seconds = await rawSeconds(indexes);
    row(`raw, ${indexes} indexes`, { seconds, ratio: ours / seconds, ratioByCli: byCli / seconds });
  }
} finally {
  await end(server.process);
  folder.remove();
}

async function person(email: string): Promise<Client> {
  const visitor = createClient({ base: url });
  await visitor("POST /amplify/auth/signup", {
    body: { firstName: "Bench", lastName: "Runner", email, password },
  });
  const { token } = await visitor("POST /amplify/auth/login", { body: { username: email, password } });
  return createClient({ base: url, token });
}

function lead(change: number) {
  return {
    firstName: `Change${change}`,
    lastName: "Probe",
    email: "probe@in.test",
    phone: "",
    collection: [],
  };
}

async function importFile(client: Client, path: string): Promise<string> {
  const { _id: id, guess } = await client("POST /amplify/imports", {
    query: { name: "leads.csv" },
    body: Bun.file(path),
  });
  const body = { columns: guess, collection: "spring", existing: "update" as const };
  await client("POST /amplify/imports/{id}/start", { params: { id }, body });
  const { report } = await over(client, id);
  if (report?.added !== leadCount) throw new Error(`${report?.added} were added instead of ${leadCount}`);
  return id;
}

async function over(client: Client, id: string): Promise<ImportJob> {
  for (;;) {
    const job = await client("GET /amplify/imports/{id}", { params: { id } });
    if (job.state === "done" || job.state === "undone") return job;
    if (job.state === "failed") throw new Error(job.fault ?? "failed");
    await Bun.sleep(pollMs);
  }
}

type Other = { other: Client; leadId: string };

/** Seconds that the work takes, while somebody else reads a page of leads and changes one now and then. */
async function measured(
  what: string,
  { other, leadId }: Other,
  work: () => Promise<unknown>,
): Promise<number> {
  let changes = 0;
  const reads = startProbe(() => other("GET /amplify/leads", { query: { pageSize: 50 } }));
  const writes = startProbe(() => {
    changes += 1;
    return other("PUT /amplify/leads/{id}", { params: { id: leadId }, body: lead(changes) });
  });
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const [read, write] = [await reads.stop(), await writes.stop()];
  row(what, {
    seconds,
    readMs: read.medianMs,
    readP99Ms: read.p99Ms,
    readMaxMs: read.maxMs,
    writeMs: write.medianMs,
    writeP99Ms: write.p99Ms,
    writeMaxMs: write.maxMs,
    peakMb: memoryOf(pid).peakMb,
  });
  return seconds;
}

async function cli(args: string[], input = ""): Promise<void> {
  const child = Bun.spawn([...amplifyCommand(), ...args], {
    env: { ...process.env, XDG_CONFIG_HOME: folder.path },
    stdin: new Blob([input]),
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error(`amplify ${args[0]} exited with ${child.exitCode}`);
}

async function rawSeconds(indexes: string): Promise<number> {
  const script = join(import.meta.dir, "support/rawInsert.ts");
  const child = Bun.spawn([process.execPath, script, String(leadCount), indexes], { stdout: "pipe" });
  return Number(/seconds (\S+)/.exec(await new Response(child.stdout).text())?.[1]);
}

function row(what: string, figures: Record<string, number>): void {
  const cells = Object.entries(figures).map(
    ([name, value]) => `${name} ${value.toFixed(value < 100 ? 1 : 0)}`,
  );
  console.log(`${what.padEnd(18)} ${cells.join("  ")}`);
}
