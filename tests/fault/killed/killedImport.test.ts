import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import type { ImportJob } from "../../../contract/schemas/imports.ts";
import { askServed } from "../../support/db/askServed.ts";
import { forgetDatabaseOf, isServedByPostgres } from "../../support/postgres/testDatabases.ts";
import { sizesBelow } from "../../support/server/keptFiles.ts";
import { startServe } from "../../support/server/serveProcess.ts";
import type { StartedProcess } from "../../support/server/startProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(300_000);

const folder = mkdtempSync(join(tmpdir(), "amplify-killed-import-"));
/** Enough for a third of them to be written while the rest is still to come. */
const rowCount = 40_000;
const knownCount = 1_000;
let server: StartedProcess | undefined;
let token = "";
afterAll(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
  await forgetDatabaseOf(join(folder, "data"));
});

const namesIn = () => sizesBelow(join(folder, "data/imports")).map(([name]) => name);
const client = () => createClient({ base: server?.line ?? "", token });
const look = (id: string) => client()("GET /amplify/imports/{id}", { params: { id } });

async function restart(): Promise<void> {
  await server?.kill();
  // Nothing is sent in this test.
  server = await startServe({ folder, smtpPort: 9 });
}

/** Once the next server has taken up what the killed one had, which is after its lease. */
async function onceToldOf(id: string): Promise<ImportJob> {
  await until(async () => (await look(id)).state !== "running", 120_000);
  return look(id);
}

async function signUpWithLeads(): Promise<void> {
  const email = "ada@example.com";
  await client()("POST /amplify/auth/signup", {
    body: { firstName: "Ada", lastName: "Lovelace", email, password: goodPassword },
  });
  const login = { username: email, password: goodPassword };
  token = (await client()("POST /amplify/auth/login", { body: login })).token;
  const leads = Array.from({ length: knownCount }, (_, index) => ({
    firstName: "Known",
    email: `lead${index}@in.test`,
  }));
  await client()("POST /amplify/leads/bulk", { body: { leads } });
}

/** What the tables really hold, read beside everything that counts. */
async function counted() {
  const one = async (sql: string) => {
    const [row] = await askServed<{ n: number }>(join(folder, "data"), `SELECT ${sql}`);
    return row?.n;
  };
  const count = (from: string) => one(`count(*) AS n FROM ${from}`);
  return {
    leads: await count("leads"),
    added: await count(`leads WHERE "firstName" = 'New'`),
    changed: await count(`leads WHERE "firstName" = 'Changed'`),
    members: await count("memberships"),
    changes: await count(`"importChanges"`),
    told: await one(`sum(count) AS n FROM "leadCounts"`),
  };
}

/** Some rows are leads that are there already; by their name they are written first. */
function file(): Blob {
  const rows = Array.from({ length: rowCount }, (_, index) =>
    index < knownCount ? `Changed,lead${index}@in.test\n` : `New,new${index}@in.test\n`,
  );
  return new Blob(["Name,Email\n", ...rows]);
}

async function begin(): Promise<string> {
  const { _id: id, guess } = await client()("POST /amplify/imports", {
    query: { name: "leads.csv" },
    body: file(),
  });
  const body = { columns: guess, collection: "spring", existing: "update" as const };
  await client()("POST /amplify/imports/{id}/start", { params: { id }, body });
  return id;
}

test("an import goes on through kills while it reads and while it writes, and is undone through another", async () => {
  await restart();
  await signUpWithLeads();
  const id = await begin();
  // One that was not begun yet would be a first try for the next server.
  await until(async () => (await look(id)).progress !== null, 60_000);
  await restart();
  for (const written of [1, rowCount / 3]) {
    const isSoFar = async () => {
      const { report } = await look(id);
      return (report?.added ?? 0) + (report?.updated ?? 0) >= written;
    };
    await until(isSoFar, 120_000);
    expect(await look(id)).toMatchObject({ state: "running" });
    await restart();
  }
  const job = await onceToldOf(id);
  const added = rowCount - knownCount;
  expect(job).toMatchObject({
    state: "done",
    fault: null,
    progress: null,
    report: { added, updated: knownCount, skipped: 0, rejected: 0, optedOut: 0 },
  });
  expect(await counted()).toEqual({
    leads: rowCount,
    told: rowCount,
    added,
    changed: knownCount,
    members: rowCount,
    changes: knownCount,
  });
  // Where several machines may work, what was rejected lies in the database.
  expect(namesIn()).toEqual(isServedByPostgres ? [] : [`${id}.rejects.csv`]);

  await client()("POST /amplify/imports/{id}/undo", { params: { id } });
  await until(async () => ((await counted()).leads ?? 0) < rowCount, 60_000);
  await restart();
  await until(async () => (await look(id)).state === "undone", 120_000);
  expect(await counted()).toEqual({
    leads: knownCount,
    told: knownCount,
    added: 0,
    changed: 0,
    members: 0,
    changes: 0,
  });
  expect(await client()("GET /amplify/collections")).toEqual([]);
});

test("an import that is cancelled while its server is dead is not gone on with", async () => {
  const before = { ...(await counted()), collections: await client()("GET /amplify/collections") };
  const id = await begin();
  await until(async () => (await look(id)).progress !== null, 60_000);
  await restart();
  await client()("POST /amplify/imports/{id}/cancel", { params: { id } });
  await until(() => namesIn().every((name) => !name.startsWith(id)), 60_000);
  expect(await look(id)).toMatchObject({
    state: "cancelled",
    report: { added: 0, updated: 0 },
    undoUntil: null,
  });
  expect({ ...(await counted()), collections: await client()("GET /amplify/collections") }).toEqual(before);
});

test("what came of an upload before a kill is thrown away at the start", async () => {
  const before = namesIn();
  const { hostname, port } = new URL(server?.line ?? "");
  const socket = connect(Number(port), hostname);
  socket.on("error", () => {});
  socket.write(
    [
      "POST /amplify/imports?name=half.csv HTTP/1.1",
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${token}`,
      "content-type: application/octet-stream",
      "content-length: 1000000",
      "",
      "Name,Email\nHalf,half@in.test\n",
    ].join("\r\n"),
  );
  await until(() => namesIn().length > before.length, 60_000);
  await restart();
  socket.destroy();
  await until(() => namesIn().length === before.length, 60_000);
  expect(namesIn()).toEqual(before);
});

test("a cancelled import says how far it came, to the lead", async () => {
  const id = await begin();
  await until(async () => ((await look(id)).report?.added ?? 0) > 0, 60_000);
  const job = await client()("POST /amplify/imports/{id}/cancel", { params: { id } });
  const { added = 0, updated = 0 } = job.report ?? {};
  // Another import has its turn only when the thread of this one is gone, so nothing comes after it.
  const next = await begin();
  await until(async () => (await look(next)).progress !== null, 60_000);
  await client()("POST /amplify/imports/{id}/cancel", { params: { id: next } });
  const after = await look(id);
  expect(after).toMatchObject({ state: "cancelled", report: { added, updated } });
  expect(added + updated).toBeLessThan(rowCount);
});
