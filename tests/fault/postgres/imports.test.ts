import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { startServe } from "../../support/server/serveProcess.ts";
import type { StartedProcess } from "../../support/server/startProcess.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const rowCount = 10_000;
const knownCount = 500;
const waitMs = 120_000;

onPostgres("an import that one of two processes on one PostgreSQL has begun", (postgres) => {
  let folder = "";
  const servers: StartedProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "amplify-taken-over-"));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      signal(server, "SIGCONT");
      await server.kill();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  async function serve(url: string): Promise<StartedProcess> {
    const server = await startServe({
      folder,
      smtpPort: 9,
      environment: { DATABASE_URL: url, AMPLIFY_KEY: "ab".repeat(32) },
    });
    servers.push(server);
    return server;
  }

  async function begun() {
    const url = await postgres.copy();
    const first = await serve(url);
    return { url, first, ...(await beginImport(first, (sql) => postgres.ask(url, sql))) };
  }

  /** At the other process, once it has taken the import over and ended it. */
  async function ended({ url, id, token }: Awaited<ReturnType<typeof begun>>) {
    const { line: base } = await serve(url);
    const client = createClient({ base, token });
    const look = () => client("GET /amplify/imports/{id}", { params: { id } });
    await until(async () => (await look()).state !== "running", waitMs);
    return look;
  }

  async function counted(url: string) {
    const sql = `SELECT (SELECT count(*) FROM leads) AS leads, (SELECT count(*) FROM memberships) AS members,
      (SELECT sum(count) FROM "leadCounts") AS told, (SELECT sum("leadCount") FROM collections) AS "memberCount",
      (SELECT count(*) FROM "importChanges") AS changes`;
    const [row] = await postgres.ask<Record<string, unknown>>(url, sql);
    return Object.values(row ?? {}).map(Number);
  }

  const report = { added: rowCount - knownCount, updated: knownCount, skipped: 0, rejected: 0 };
  const all = [rowCount, rowCount, rowCount, rowCount, knownCount];

  test("is gone on with by the other when that one is killed", async () => {
    const one = await begun();
    await one.first.kill();
    expect(await one.written()).toBeLessThan(rowCount);
    const look = await ended(one);
    expect(await look()).toMatchObject({ state: "done", report });
    expect(await counted(one.url)).toEqual(all);
  }, 300_000);

  test("is gone on with by the other when that one was silent too long, which then writes nothing more", async () => {
    const one = await begun();
    signal(one.first, "SIGSTOP");
    expect(await one.written()).toBeLessThan(rowCount);
    const look = await ended(one);
    signal(one.first, "SIGCONT");
    const told = (text: string) => one.first.errorLines().some((line) => line.includes(text));
    await until(() => told("another worker") || told("could not be done"), waitMs);
    expect(await look()).toMatchObject({ state: "done", report });
    expect(await counted(one.url)).toEqual(all);
  }, 300_000);
});

/** Begins an import at a server, and waits until some of it is written. */
async function beginImport(first: StartedProcess, ask: (sql: string) => Promise<{ written: number }[]>) {
  const token = await signUp(first.line);
  const client = createClient({ base: first.line, token });
  const known = Array.from({ length: knownCount }, (_, n) => ({
    firstName: "Known",
    email: `lead${n}@in.test`,
  }));
  await client("POST /amplify/leads/bulk", { body: { leads: known } });
  const rows = Array.from({ length: rowCount }, (_, n) =>
    n < knownCount ? `Changed,lead${n}@in.test\n` : `New${n},new${n}@in.test\n`,
  );
  const { _id: id, guess } = await client("POST /amplify/imports", {
    query: { name: "leads.csv" },
    body: new Blob(["Name,Email\n", ...rows]),
  });
  const body = { columns: guess, collection: "spring", existing: "update" as const };
  await client("POST /amplify/imports/{id}/start", { params: { id }, body });
  const written = async () => {
    const [row] = await ask(`SELECT written FROM imports WHERE id = '${id}'`);
    return Number(row?.written);
  };
  await until(async () => (await written()) > rowCount / 10, waitMs);
  return { id, token, written };
}

async function signUp(base: string): Promise<string> {
  const visitor = createClient({ base });
  const email = "ada@example.com";
  await visitor("POST /amplify/auth/signup", {
    body: { firstName: "Ada", lastName: "Lovelace", email, password: goodPassword },
  });
  const body = { username: email, password: goodPassword };
  return (await visitor("POST /amplify/auth/login", { body })).token;
}

function signal({ pid }: StartedProcess, name: "SIGSTOP" | "SIGCONT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
