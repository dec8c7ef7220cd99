import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getTableColumns } from "drizzle-orm";
import pg from "pg";
import type { Database } from "../../../db/database.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { createStoredFileStore } from "../../../db/stores/imports/storedFiles.ts";
import { createMetaStore } from "../../../db/stores/installation/meta.ts";
import { givenKeyId } from "../../../server/secrets/key.ts";
import { fillTables } from "../../support/db/fillTables.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { program } from "../../support/server/program.ts";
import { createMachine, type Machine } from "../../support/server/runCli.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(180_000);
const key = "5a".repeat(32);
let folder = "";
let machine: Machine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-move-"));
  machine = createMachine();
});
afterEach(() => {
  machine.remove();
  rmSync(folder, { recursive: true, force: true });
});

const awkward = [
  "",
  "NULL",
  "null",
  "{}",
  '{"a","b"}',
  '"',
  "\\",
  "\\x41",
  "a\\,b",
  "it's",
  "tab\tline\r\nend",
  " \u00a0 ",
  "nul\0in it",
  "\ud800 half a pair",
  "🦊 e\u0301 ﷽ \u202e",
  "x".repeat(3_000_000),
];

const json = {
  nul: "a\0b",
  half: "\udc00",
  slash: "\\u0000",
  empty: {},
  list: [],
  none: null,
  big: 9_007_199_254_740_991,
  small: -1e-7,
  float: 0.1,
  yes: true,
  "": "no name",
  ключ: "ÿ",
  deep: JSON.parse(`${"[".repeat(60)}${"]".repeat(60)}`),
};

/** Statements that were used hold their connection until they are collected, which what is still on the stack is not. */
async function closed(database: ReturnType<typeof openDatabase>): Promise<void> {
  await database.close();
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    Bun.gc(true);
  }
}

/** Two people with something in every table, and what is hard to carry. */
async function fill(leadCount = 50): Promise<void> {
  const database = openDatabase({ folder });
  try {
    await fillTables(database, "ada");
    await fillTables(database, "eve");
    await createMetaStore(database).put({ key: "keyId", value: givenKeyId({ key, dataFolder: folder }) });
    await createMetaStore(database).put({ key: "awkward", value: json });
    const { leads, templates, usage, imports, importChanges } = database.tables;
    const [lead] = await database.read.select().from(leads);
    const [template] = await database.read.select().from(templates);
    if (lead === undefined || template === undefined) throw new Error("nothing was filled");
    const others = Array.from({ length: leadCount }, (_, n) => ({
      ...lead,
      id: `lead ${n}`,
      email: `lead${n}@in.test`,
      optout: n % 2 === 0,
      firstName: awkward[n % (awkward.length - 1)] ?? "",
      createdAt: n % 3 ? Number.MAX_SAFE_INTEGER - n : -n,
    }));
    for (let at = 0; at < others.length; at += 500)
      await database.atomically((write) => ({
        leads: write.insert(leads).values(others.slice(at, at + 500)),
      }));
    await database.atomically((write) => ({ started: write.update(imports).set({ startedAt: 1 }) }));
    await database.atomically((write) => ({
      templates: write.insert(templates).values(
        awkward.map((html, n) => ({
          ...template,
          id: `awkward ${n}`,
          html,
          design: [json, n, null][n % 3],
        })),
      ),
      usage: write
        .insert(usage)
        .values({ credentialId: "x", bucketAt: 0, workspaceId: "ada", count: Number.MAX_SAFE_INTEGER }),
      changes: write.insert(importChanges).values({
        importId: "i",
        position: 1,
        workspaceId: "ada",
        leadId: "l",
        joined: true,
        firstName: "",
        lastName: "",
        phone: "",
        searchText: "",
        wrote: JSON.stringify(json),
      }),
    }));
  } finally {
    await closed(database);
  }
}

/** Every row as this program reads it, with what PostgreSQL cannot keep replaced as it is where it is written there. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const [name, table] of Object.entries(database.tables)) {
    const columns = Object.keys(getTableColumns(table)).sort();
    const found: Record<string, unknown>[] = await database.read
      .select()
      .from(table as Database["tables"]["users"]);
    rows[name] = found.map((row) => JSON.stringify(columns.map((column) => plain(row[column])))).sort();
  }
  return rows;
}

function plain(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed().replaceAll("\0", "\ufffd");
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [plain(name), plain(field)])
      .sort(),
  );
}

async function rowsIn(folder: string): Promise<Record<string, string[]>> {
  const database = openDatabase({ folder });
  try {
    return await rowsOf(database);
  } finally {
    await closed(database);
  }
}

const isEmpty = (rows: Record<string, string[]>) => Object.values(rows).every((of) => of.length === 0);

onPostgres("amplify move", (postgres) => {
  const run = (url: string, environment: Record<string, string> = {}) =>
    machine.run(["move"], {
      env: { AMPLIFY_DATA: folder, DATABASE_URL: url, AMPLIFY_KEY: key, ...environment },
    });

  test("takes everything over, whatever is in it, and leaves the data folder as it was", async () => {
    await fill();
    const url = await postgres.copy();
    mkdirSync(join(folder, "imports"));
    const upload = Buffer.from(`Name,Email\n${"Ann,ann@in.test\n".repeat(200_000)}`);
    writeFileSync(join(folder, "imports/ada-import.rejects.csv"), upload);
    const before = await rowsIn(folder);

    const moved = await run(url);
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.stdout).toContain("was read back and compared");
    expect(moved.stderr).toMatch(/^leads: 52 of 52$/m);
    const sent = await rowsIn(folder);
    expect(sent).toEqual(before);
    expect(readdirSync(folder).includes("restoring")).toBe(false);

    const target = await postgres.open(url);
    const found = await rowsOf(target);
    // The file came from the folder.
    const { storedFiles: files = [], filePieces: pieces = [], ...others } = found;
    const { storedFiles: sentFiles = [], filePieces: sentPieces = [], ...sentOthers } = sent;
    expect(others).toEqual(sentOthers);
    expect(files).toHaveLength(sentFiles.length + 1);
    expect(pieces).toHaveLength(sentPieces.length + Math.ceil(upload.length / 1_048_576));
    const store = createStoredFileStore(target);
    const kept: Uint8Array[] = [];
    const file = { workspaceId: "ada", id: "ada-import.rejects.csv" };
    for (let piece = await store.piece(file, 0); piece !== null; piece = await store.piece(file, kept.length))
      kept.push(piece);
    expect(Buffer.concat(kept).equals(upload)).toBe(true);

    const looked = await machine.run(["doctor"], {
      env: { AMPLIFY_DATA: folder, DATABASE_URL: url, AMPLIFY_KEY: key },
    });
    expect(looked.stdout).toContain("Its tables are sound, and this version can work with them");
    expect(looked.stdout).toContain("AMPLIFY_KEY is the key that fits");
    expect(looked.stdout.split("\n").filter((line) => line.startsWith("wrong"))).toEqual([]);

    await target.close();
    // What looked into the folder here lets go of it only once it is collected.
    let again = await run(url);
    await until(async () => {
      if (!again.stderr.includes("A server works with")) return true;
      Bun.gc(true);
      again = await run(url);
      return false;
    }, 30_000);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain("two installations cannot become one");
    expect(await rowsOf(await postgres.open(url))).toEqual(found);
  });

  test("is refused with another key, without one, without a place to go, and while anybody serves", async () => {
    await fill();
    const url = await postgres.copy();
    expect((await run(url, { AMPLIFY_KEY: "5b".repeat(32) })).stderr).toContain("is not the key");
    expect((await run(url, { AMPLIFY_KEY: "" })).stderr).toContain("DATABASE_URL needs AMPLIFY_KEY");
    expect((await run("")).stderr).toContain("Say where to with DATABASE_URL");
    const source = openDatabase({ folder });
    expect(await source.becomeSender()).toBe(true);
    expect((await run(url)).stderr).toContain(`A server works with ${folder}`);
    await source.close();
    const target = await postgres.open(url);
    await target.read.select().from(target.tables.users);
    expect((await run(url)).stderr).toContain("A server, or another amplify move, works with");
    expect(isEmpty(await rowsOf(target))).toBe(true);
  });
});

onPostgres("amplify move", (postgres) => {
  test("that is killed in the middle has left nothing, and can be begun again", async () => {
    await fill(20_000);
    const url = await postgres.copy();
    const env = { ...process.env, AMPLIFY_DATA: folder, DATABASE_URL: url, AMPLIFY_KEY: key };
    // It can read the table, and not write there: what stands before it in the order is copied by then.
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE usage IN SHARE MODE");
    const child = Bun.spawn([...program, "move"], { env, stdout: "ignore", stderr: "inherit" });
    const isWaiting = `SELECT 1 AS one FROM pg_stat_activity
      WHERE application_name = 'amplify move' AND wait_event_type = 'Lock'`;
    await until(async () => (await postgres.ask(url, isWaiting)).length > 0, 60_000);
    child.kill("SIGKILL");
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    const isGone = "SELECT 1 AS one FROM pg_stat_activity WHERE application_name = 'amplify move'";
    await holder.end();
    await until(async () => (await postgres.ask(url, isGone)).length === 0, 60_000);
    const target = await postgres.open(url);
    expect(isEmpty(await rowsOf(target))).toBe(true);
    await target.close();
    const again = await machine.run(["move"], {
      env: { AMPLIFY_DATA: folder, DATABASE_URL: url, AMPLIFY_KEY: key },
    });
    expect(again).toMatchObject({ code: 0 });
    const [row] = await postgres.ask<{ n: number }>(url, "SELECT count(*)::int AS n FROM leads");
    expect(row?.n).toBe(20_002);
  });
});
