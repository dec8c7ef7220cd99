import { Database as Client } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Remark, remark } from "../../../contract/installation/remark.ts";
import type { HashingFor, Step } from "../../../db/migrations/step.ts";
import { migrate } from "../../../db/sqlite/migrate.ts";
import { connect } from "../../../db/sqlite/open.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-copies-"));
  migrateBy([lists]);
  inDatabase("INSERT INTO lists VALUES ('a', 'Spring')");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lists: Step = {
  tag: "0000_lists",
  sql: "CREATE TABLE lists (id TEXT PRIMARY KEY, name TEXT NOT NULL)",
};
const notes: Step = { tag: "0001_notes", sql: "ALTER TABLE lists ADD COLUMN note TEXT" };
const more: Step = { tag: "0002_more", sql: "ALTER TABLE lists ADD COLUMN more TEXT" };
/** Writes as much as a step that makes a large table anew. */
const large: Step = {
  tag: "0001_large",
  sql: `CREATE TABLE large AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    SELECT i, hex(zeroblob(100)) AS text FROM n`,
};

function migrateBy(steps: readonly Step[], settings = "PRAGMA temp_store = FILE"): Remark[] {
  const said: Remark[] = [];
  const client = connect(folder);
  try {
    client.exec(settings);
    migrate(client, { folder, steps, onWait: (remark) => said.push(remark) });
    return said;
  } finally {
    client.close();
  }
}

function inDatabase(statement: string, file = join(folder, "amplify.db")): unknown[] {
  const client = new Client(file);
  try {
    return client.query(statement).values();
  } finally {
    client.close();
  }
}

const copies = () => readdirSync(join(folder, "backups")).sort();
const copy = join("backups", "before-0001_notes.db");
const tags = () => inDatabase("SELECT tag FROM migrations ORDER BY tag").flat();

test("an older database is kept as it was, in a copy that is named after the first step that it lacked, and that is told", () => {
  expect(migrateBy([lists, notes])).toEqual([remark("stepsBegun", { file: join(folder, copy) })]);
  expect(migrateBy([lists, notes])).toEqual([]);
  expect(copies()).toEqual(["before-0001_notes.db"]);
  expect(inDatabase("SELECT * FROM lists", join(folder, copy))).toEqual([["a", "Spring"]]);
  expect(inDatabase("SELECT * FROM lists")).toEqual([["a", "Spring", null]]);
});

test("of a large database it is told what is copied, each step as it begins, and that it is done", () => {
  const said: Remark[] = [];
  const client = connect(folder);
  const onWait = (remark: Remark) => said.push(remark);
  migrate(client, { folder, steps: [lists, notes, more], onWait, toldBytes: 1 });
  client.close();
  expect(said.map(({ code }) => code)).toEqual([
    "stepsBegun",
    "stepsCopying",
    "stepUnderWay",
    "stepUnderWay",
    "stepsTaken",
  ] as Remark["code"][]);
  expect(said).toContainEqual(remark("stepUnderWay", { tag: "0002_more", nth: 2, count: 2 }));
});

test("starts that are killed while they take steps leave one copy together, and a whole one", async () => {
  const start = `
    const { connect } = await import(${JSON.stringify(require.resolve("../../../db/sqlite/open.ts"))});
    const { migrate } = await import(${JSON.stringify(require.resolve("../../../db/sqlite/migrate.ts"))});
    const dying = { ...${JSON.stringify(notes)}, codeHash: "dies", *code() {
      yield { sql: "UPDATE lists SET note = 'half'" };
      process.kill(process.pid, "SIGKILL");
      yield { sql: "SELECT 1" };
    } };
    migrate(connect(${JSON.stringify(folder)}), { folder: ${JSON.stringify(folder)}, steps: [${JSON.stringify(lists)}, dying] });`;
  for (let tried = 0; tried < 3; tried += 1) {
    const child = Bun.spawn([process.execPath, "-e", start], { stderr: "inherit" });
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
  }
  expect(tags()).toEqual(["0000_lists"]);
  expect(copies()).toEqual(["before-0001_notes.db"]);
  expect(inDatabase("SELECT * FROM lists", join(folder, copy))).toEqual([["a", "Spring"]]);
  migrateBy([lists, notes]);
  expect(inDatabase("SELECT * FROM lists")).toEqual([["a", "Spring", null]]);
});

test("what a copy that was cut off has left is taken for none, and goes", () => {
  mkdirSync(join(folder, "backups"));
  writeFileSync(join(folder, "backups", ".before-0001_notes.db.part"), "half of a copy");
  migrateBy([lists, notes]);
  expect(copies()).toEqual(["before-0001_notes.db"]);
});

test("a disk that is full is named, with nothing changed and no copy that takes what is left", () => {
  const before = inDatabase("SELECT name, sql FROM sqlite_master");
  expect(() => migrateBy([lists, large], "PRAGMA max_page_count = 20")).toThrow(
    /its disk is full: .* it may need 1 MB\. Nothing was changed\./,
  );
  expect(copies()).toEqual([]);
  expect(inDatabase("SELECT name, sql FROM sqlite_master")).toEqual(before);
  migrateBy([lists, large]);
  expect(tags()).toEqual(["0000_lists", "0001_large"]);
});

test("while another process takes the steps no second copy is made", () => {
  const other = connect(folder);
  other.exec("BEGIN IMMEDIATE");
  expect(() => migrateBy([lists, notes], "PRAGMA busy_timeout = 0")).toThrow("database is locked");
  other.close();
  expect(readdirSync(folder)).not.toContain("backups");
});

test("an older database that knows another key stays as it was, without a copy", () => {
  inDatabase("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)");
  inDatabase("INSERT INTO meta VALUES ('keyId', '\"mine\"')");
  const asked: unknown[] = [];
  const hashingFor: HashingFor = (keyId) => {
    asked.push(keyId);
    throw new Error("another key");
  };
  const client = connect(folder);
  try {
    expect(() => migrate(client, { folder, steps: [lists, notes], hashingFor })).toThrow("another key");
  } finally {
    client.close();
  }
  expect(asked).toEqual(["mine"]);
  expect(tags()).toEqual(["0000_lists"]);
  expect(existsSync(join(folder, "backups"))).toBe(false);
});
