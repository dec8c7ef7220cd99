import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "../contract/client.ts";
import { emailOf, writeLeadSheet } from "./support/leadSheets.ts";
import { startProbe } from "./support/probe.ts";
import { amplifyCommand, end, memoryOf, start, startServer, temporaryFolder } from "./support/processes.ts";

/**
 * The whole job at size, through the terminal client: leads from an XLSX and from a CSV file, some opted out, sent
 * through a real SMTP server. Prints times, memory and how other calls fared, and fails if anybody is missing,
 * doubled, or was mailed against their will. `bun bench/bigSend.ts [LEADS]`; `BENCH_BINARY` tries a binary.
 */
const leadCount = Number(process.argv[2] ?? 20_000);
const optedOutCount = Math.min(200, Math.floor(leadCount / 2));
const sender = "bench@sender.test";
const account = { email: "bench@example.com", password: "Bench-Horse-7" };

const folder = temporaryFolder();
const acceptLog = join(folder.path, "accepted.txt");
const smtp = await start(
  [process.execPath, join(import.meta.dir, "support/smtpServer.ts"), acceptLog],
  /listening (\d+)/,
);
const server = await startServer({
  AMPLIFY_DATA: join(folder.path, "data"),
  AMPLIFY_PLANS: "off",
  AMPLIFY_RATE_LIMITS: "off",
  AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.line}`,
});
const url = server.line;
const pid = server.process.pid;
let wrong = 0;

try {
  const client = await prepare();
  row("idle", { memoryMb: memoryOf(pid).nowMb });
  for (const kind of ["xlsx", "csv"] as const) {
    await importSheet(client, kind);
    await sendToAll(client, kind);
  }
  row("whole run", { peakMb: memoryOf(pid).peakMb });
} finally {
  await end(server.process);
  await end(smtp.process);
  folder.remove();
}
process.exit(wrong === 0 ? 0 : 1);

async function prepare(): Promise<Client> {
  const visitor = createClient({ base: url });
  await visitor("POST /amplify/auth/signup", {
    body: { firstName: "Bench", lastName: "Runner", ...account },
  });
  const { token } = await visitor("POST /amplify/auth/login", {
    body: { username: account.email, password: account.password },
  });
  const client = createClient({ base: url, token });
  await client("POST /amplify/auth/credentials", {
    body: {
      provider: "google",
      appEmail: sender,
      appPassword: "abcdefghijklmnop",
      alias: `Bench <${sender}>`,
    },
  });
  const paragraph = "<p>Hello {{firstName|there}}, this is what is new this month.</p>";
  await client("POST /templates", { body: { name: "News", html: paragraph.repeat(150) } });
  await cli(["login", account.email, "--server", url, "--password-stdin"], account.password);
  return client;
}

async function importSheet(client: Client, kind: "csv" | "xlsx"): Promise<void> {
  const file = writeLeadSheet({ folder: folder.path, kind, count: leadCount });
  await measured(client, `import ${kind}`, () => cli(["import", file, "--collection", kind]));
  const page = await client("GET /amplify/leads", { query: { collection: kind, pageSize: 1 } });
  check("total" in page && page.total === leadCount, `${kind}: every row became a lead`);
  for (let index = 0; index < optedOutCount; index += 1) {
    const found = await client("GET /amplify/leads", {
      query: { search: emailOf(kind, index), pageSize: 5 },
    });
    const lead =
      "items" in found ? found.items.find(({ email }) => email === emailOf(kind, index)) : undefined;
    if (lead)
      await client("PUT /amplify/leads/{id}", { params: { id: lead._id }, body: { ...lead, optout: true } });
  }
}

async function sendToAll(client: Client, kind: "csv" | "xlsx"): Promise<void> {
  const args = ["--template", "News", "--collection", kind, "--from", sender, "--subject", `News ${kind}`];
  await measured(client, `send ${kind}`, () => cli(["send", ...args, "--yes", "--json"]));
  const accepted = readFileSync(acceptLog, "utf8")
    .split("\n")
    .filter((line) => line.startsWith(kind));
  const [campaign] = await client("GET /amplify/campaigns");
  check(campaign?.counts.skipped === optedOutCount, `${kind}: ${optedOutCount} skipped in the ledger`);
  check(campaign?.counts.sent === leadCount - optedOutCount, `${kind}: the rest sent in the ledger`);
  check(accepted.length === leadCount - optedOutCount, `${kind}: the server took ${accepted.length}`);
  check(new Set(accepted).size === accepted.length, `${kind}: nobody twice`);
  const against = new Set(Array.from({ length: optedOutCount }, (_, index) => emailOf(kind, index)));
  check(!accepted.some((email) => against.has(email)), `${kind}: nobody against their will`);
}

async function measured(client: Client, what: string, work: () => Promise<void>): Promise<void> {
  const probe = startProbe(() => client("GET /amplify/leads", { query: { pageSize: 50 } }));
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  const { medianMs, p99Ms, maxMs } = await probe.stop();
  const { nowMb, peakMb } = memoryOf(pid);
  row(what, {
    seconds,
    perSecond: leadCount / seconds,
    otherMedianMs: medianMs,
    otherP99Ms: p99Ms,
    otherMaxMs: maxMs,
    memoryMb: nowMb,
    peakMb,
  });
}

async function cli(args: string[], input = ""): Promise<void> {
  const child = Bun.spawn([...amplifyCommand(), ...args], {
    env: { ...process.env, XDG_CONFIG_HOME: folder.path },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const output = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) {
    console.log(output.split("\n").slice(-5).join("\n"));
    check(false, `amplify ${args[0]} exited with ${child.exitCode}`);
  }
}

function check(holds: boolean, what: string): void {
  if (!holds) wrong += 1;
  console.log(`${holds ? "ok    " : "WRONG "} ${what}`);
}

function row(what: string, figures: Record<string, number>): void {
  const cells = Object.entries(figures).map(
    ([name, value]) => `${name} ${value.toFixed(value < 100 ? 1 : 0)}`,
  );
  console.log(`${what.padEnd(14)} ${cells.join("  ")}`);
}
