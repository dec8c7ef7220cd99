import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "../../contract/errors.ts";
import { databaseLimits } from "../../contract/limits/database.ts";
import { createCommits } from "../../db/sqlite/commits.ts";
import { connect, openDatabase } from "../../db/sqlite/open.ts";
import { statementsOn } from "../../db/sqlite/statements.ts";
import { createWriteTurns, type WriteTurns } from "../../db/sqlite/writeTurns.ts";
import type { Tables } from "../../db/tables.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";

let folder = "";
let client: SqliteClient;
let tables: Tables;
let commits: ReturnType<typeof createCommits>;
/** The other thread's side. */
let sender: WriteTurns;
let commitCount = 0;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-commits-"));
  await openDatabase({ folder }).close();
  commitCount = 0;
});
afterEach(() => {
  client.close();
  rmSync(folder, { recursive: true, force: true });
});

/** All that wait share a commit, unless it is said that they take so long that none does. */
function open({ sharedMs = Number.POSITIVE_INFINITY, everyMs = 0 } = {}): void {
  client = connect(folder);
  client.exec(`PRAGMA busy_timeout = ${databaseLimits.busyTryMs}`);
  const statements = statementsOn(client);
  tables = statements.tables;
  const turns = createWriteTurns();
  sender = createWriteTurns(turns.shared, { as: "sender" });
  const committed = () => {
    commitCount += 1;
  };
  commits = createCommits({ ...statements, turns, committed, everyMs, sharedMs });
}

const add = (key: string, check?: () => void, letters = 10) =>
  commits.atomically(
    (write) => ({
      added: write
        .insert(tables.meta)
        .values({ key, value: "x".repeat(letters) })
        .returning({ key: tables.meta.key }),
    }),
    check,
  );
const keys = () =>
  client
    .query<{ key: string }>("SELECT key FROM meta WHERE length(key) < 5 ORDER BY key")
    .all()
    .map(({ key }) => key);
const refuse = () => {
  throw new Refusal("conflict", "no");
};

test("writes that wait for another thread's turn are one commit, and one that is refused is undone alone", async () => {
  open();
  expect(sender.tryTake()).toBe(true);
  const outcomes = Promise.allSettled([add("a"), add("a"), add("b", refuse), add("c")]);
  await Bun.sleep(50);
  expect(keys()).toEqual([]);
  sender.release();
  const [first, second, third, fourth] = await outcomes;
  expect(first).toMatchObject({ status: "fulfilled", value: { added: [{ key: "a" }] } });
  expect(second).toMatchObject({ status: "rejected" });
  expect(third).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  expect(fourth).toMatchObject({ status: "fulfilled", value: { added: [{ key: "c" }] } });
  expect(keys()).toEqual(["a", "c"]);
  expect(commitCount).toBe(1);
  // And whoever comes when nobody waits has the turn at once.
  const alone = add("d");
  expect(keys()).toEqual(["a", "c", "d"]);
  await alone;
});

test("those that come soon after two others are gathered, where that is asked for", async () => {
  open({ everyMs: 1_000 });
  await add("a");
  await add("b");
  const gathered = [add("c"), add("d"), add("e")];
  expect(keys()).toEqual(["a", "b"]);
  await Promise.all(gathered);
  expect(keys()).toEqual(["a", "b", "c", "d", "e"]);
  expect(commitCount).toBe(3);
});

test("they go in the order in which they came, and whoever comes meanwhile goes behind them", async () => {
  open();
  sender.tryTake();
  const order: string[] = [];
  const all = ["c", "a", "b"].map((key) => add(key, () => order.push(key)));
  const later = all[0]?.then(() => add("late", () => order.push("late")));
  sender.release();
  await Promise.all([...all, later]);
  expect(order).toEqual(["c", "a", "b", "late"]);
});

test("those that take long let the other thread have its turn in between", async () => {
  open({ sharedMs: 0 });
  sender.tryTake();
  const ended: string[] = [];
  const all = ["a", "b", "c"].map((key) => add(key, () => ended.push(key)));
  sender.release();
  const others = sender.take(60_000).then((has) => {
    ended.push(`the other thread ${has}`);
    sender.release();
  });
  await Promise.all([...all, others]);
  expect(commitCount).toBe(3);
  expect(ended.toSorted()).toEqual(["a", "b", "c", "the other thread true"]);
  expect(ended.at(-1)).toBe("c");
});

test("where there is no room for one of them it hears so, and the others are there", async () => {
  open();
  client.exec("PRAGMA max_page_count = 420");
  sender.tryTake();
  const shared = Promise.allSettled([add("a"), add("big", undefined, 5_000_000), add("c")]);
  sender.release();
  const [first, second, third] = await shared;
  expect(first).toMatchObject({ status: "fulfilled" });
  expect(second).toMatchObject({ status: "rejected", reason: { code: "storage_full" } });
  expect(third).toMatchObject({ status: "fulfilled" });
  expect(keys()).toEqual(["a", "c"]);
});

test("where one takes all of the transaction with it, those before it hear so, and those behind it are written", async () => {
  open();
  client.exec(`CREATE TRIGGER gone AFTER INSERT ON meta WHEN NEW.key = 'gone' BEGIN
    SELECT RAISE(ROLLBACK, 'the disk is gone'); END`);
  sender.tryTake();
  const shared = Promise.allSettled([add("a"), add("b", refuse), add("gone"), add("c")]);
  sender.release();
  const [first, second, third, fourth] = await shared;
  expect(first).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining("the disk is gone") },
  });
  expect(second).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  expect(third).toMatchObject({ status: "rejected" });
  expect(fourth).toMatchObject({ status: "fulfilled" });
  expect(keys()).toEqual(["c"]);
});

test("where the commit itself fails none of them is there, and all hear so", async () => {
  open();
  client.exec(`CREATE TABLE one (id INTEGER PRIMARY KEY);
    CREATE TABLE other (id INTEGER REFERENCES one DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER bad AFTER INSERT ON meta WHEN NEW.key = 'bad' BEGIN INSERT INTO other VALUES (1); END;
    PRAGMA foreign_keys = ON`);
  sender.tryTake();
  const shared = Promise.allSettled([add("a"), add("bad"), add("c")]);
  sender.release();
  const said = (await shared).map((outcome) => outcome.status === "rejected" && String(outcome.reason));
  expect(said).toHaveLength(3);
  for (const one of said) expect(one).toContain("FOREIGN KEY");
  expect(keys()).toEqual([]);
  await add("b");
  expect(keys()).toEqual(["b"]);
});

test("whoever waits for another process's lock is written once that is free, and refused where it never is", async () => {
  open();
  const other = connect(folder);
  other.exec("BEGIN IMMEDIATE");
  const waiting = Promise.all([add("a"), add("b")]);
  await Bun.sleep(100);
  expect(commitCount).toBe(0);
  other.exec("COMMIT");
  await waiting;
  expect(commitCount).toBe(1);
  other.exec("BEGIN IMMEDIATE");
  await expect(add("never")).rejects.toMatchObject({ code: "unavailable", status: 503 });
  other.close();
  await add("late");
  expect(keys()).toEqual(["a", "b", "late"]);
}, 60_000);

test("whoever waits too long for a turn hears that it is busy, and nothing of it is written later", async () => {
  open();
  sender.tryTake();
  await expect(add("a")).rejects.toMatchObject({ code: "unavailable", status: 503 });
  sender.release();
  await add("b");
  expect(keys()).toEqual(["b"]);
}, 60_000);
