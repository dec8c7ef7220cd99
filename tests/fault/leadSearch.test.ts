import { Database as Client } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { searchLimits } from "../../contract/limits/leads.ts";
import { backUp } from "../../db/backup/backUp.ts";
import { inspectDatabase } from "../../db/backup/inspectDatabase.ts";
import { forgettingSearch, inspectSearch } from "../../db/backup/inspectSearch.ts";
import type { Database } from "../../db/database.ts";
import { leadSearchOf } from "../../db/search/leadSearch.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { createAccountDataStore } from "../../db/stores/identity/accountData.ts";
import { leadBook, leadNamed, scopeNamed } from "../support/leads/leadBook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(120_000);

const ada = scopeNamed("ada");
const bob = scopeNamed("bob");
const bounds = { ...searchLimits, leadsMin: 1, indexedTogether: 10 };
const sound = { missing: 0, stray: 0 };
const filler = join(import.meta.dir, "../support/leads/fillsTheIndex.ts");

let folder: string;
let file: string;
let database: Database;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "amplify-search-"));
  file = join(folder, "amplify.db");
  database = openDatabase({ folder });
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the index is whole as far as it goes after the process that fills it was killed, and then filled on", async () => {
  await add(ada, 2_000);
  const child = Bun.spawn([process.execPath, filler, folder], { stdout: "pipe", stderr: "inherit" });
  let said = "";
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk);
    if (said.split("some").length > 40) break;
  }
  child.kill("SIGKILL");
  await child.exited;
  expect(said).not.toContain("all");
  const indexed = indexedCount();
  expect(indexed).toBeGreaterThan(0);
  expect(indexed).toBeLessThan(2_000);
  expect(inspectSearch(file)).toEqual(sound);
  expect(await found("lead17")).toEqual(namesWith("17"));
  await fill();
  expect(indexedCount()).toBe(2_000);
  expect(inspectSearch(file)).toEqual(sound);
  expect(await found("lead17")).toEqual(namesWith("17"));
});

test("a search asks the index alone once it is filled, and the leads again where one was changed", async () => {
  await add(ada, 30);
  const search = leadSearchOf(database, bounds);
  const ask = (word: string) => search?.idsOf({ workspaceId: ada.workspaceId, words: [[word]] }, undefined);
  expect(await ask("lead17")).toBeNull();
  await fill();
  expect(await ask("lead17")).toHaveLength(1);
  expect(await ask("17")).toHaveLength(1);
  const book = leadBook(database);
  const [lead] = (await book.leads.page(ada, { search: "lead17" })).items;
  await book.leads.change({ ...ada, id: lead?._id ?? "" }, { ...leadNamed("Zoltan"), collection: [] });
  expect(await found("lead17")).toEqual([]);
  expect(await found("zoltan")).toEqual(["Zoltan"]);
  expect(indexedCount()).toBe(29);
});

test("words of one and two letters are found by the index as well, wherever in a text they stand", async () => {
  const phones = ["", "+81 7", "+81 42", "ext. j"];
  const named = ["田中", "山田", "Qi"].flatMap((name) => phones.map((phone) => leadNamed(name, { phone })));
  const numbered = named.map((lead, nth) => ({ ...lead, email: `${nth}@in.test` }));
  await leadBook(database).imports.import(ada, numbered);
  await fill();
  const search = leadSearchOf(database, { ...bounds, shortShareMax: 1 });
  const ask = async (word: string) => (await search?.idsOf({ ...ada, words: [[word]] }, undefined))?.length;
  expect(await Promise.all(["田", "田中", "中田", "qi", "42", "7", "j", "j2", "zz"].map(ask))).toEqual([
    8, 4, 0, 4, 3, 4, 3, 0, 0,
  ]);
  expect(
    await leadSearchOf(database, { ...bounds, shortShareMax: 1, termsMax: 1 })?.idsOf(
      { ...ada, words: [["田"]] },
      undefined,
    ),
  ).toBeNull();
});

test("an index of texts that have no end, as earlier versions filled it, is made anew", async () => {
  await add(ada, 30);
  await fill();
  asked("DROP TABLE leadSearchTerms");
  asked("INSERT INTO leadSearch (leadSearch) VALUES ('delete-all')");
  asked("INSERT INTO leadSearch (rowid, text) SELECT searchNumber, searchText FROM leads");
  asked("DELETE FROM migrations WHERE tag >= '0051'");
  await database.close();
  database = openDatabase({ folder });
  expect(indexedCount()).toBe(0);
  expect(await found("17")).toEqual(["Lead17"]);
  await fill();
  expect(indexedCount()).toBe(30);
  expect(inspectSearch(file)).toEqual(sound);
  expect(await leadSearchOf(database, bounds)?.idsOf({ ...ada, words: [["17"]] }, undefined)).toHaveLength(1);
});

test("a backup holds the index, and what is searched in it is found", async () => {
  await add(ada, 50);
  await fill();
  const copies = mkdtempSync(join(tmpdir(), "amplify-search-copy-"));
  try {
    backUp({ folder, file: join(copies, "amplify.db") });
    await leadBook(database).leads.act(ada, { action: "delete", which: { matching: { except: [] } } });
    expect(inspectSearch(file)).toEqual(sound);
    await database.close();
    database = openDatabase({ folder: copies });
    expect(inspectSearch(join(copies, "amplify.db"))).toEqual(sound);
    expect(await found("lead17")).toEqual(["Lead17"]);
    const search = leadSearchOf(database, bounds);
    expect(
      await search?.idsOf({ workspaceId: ada.workspaceId, words: [["lead17"]] }, undefined),
    ).toHaveLength(1);
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
});

test("a workspace that is removed leaves nothing in the index, and the others' leads in it", async () => {
  await add(ada, 25);
  await add(bob, 25);
  await fill();
  const store = createAccountDataStore(database);
  const { workspaceId } = ada;
  while ((await store.removeSome({ workspaceId, countMax: 7 })) > 0);
  await store.removeRest(workspaceId);
  expect(asked("SELECT workspaceId FROM searchSpaces")).toMatchObject([
    { workspaceId: `${bob.workspaceId}` },
  ]);
  expect(indexedCount()).toBe(25);
  expect(inspectSearch(file)).toEqual(sound);
  expect((await leadBook(database).leads.page(bob, { search: "lead17" })).total).toBe(1);
});

test("the doctor tells whom a damaged index would miss, and what it says makes the index anew", async () => {
  await add(ada, 20);
  await fill();
  expect(inspectDatabase(file)).toMatchObject({ fault: null, differences: { wrong: [], added: [] } });
  asked("DELETE FROM leadSearch WHERE rowid IN (SELECT searchNumber FROM leads LIMIT 3)");
  asked("UPDATE leads SET searchNumber = NULL WHERE id = (SELECT max(id) FROM leads)");
  expect(inspectSearch(file)).toEqual({ missing: 3, stray: 1 });

  for (const statement of forgettingSearch.split(";")) asked(statement);
  await fill();
  expect(indexedCount()).toBe(20);
  expect(inspectSearch(file)).toEqual(sound);
});

function add(scope: typeof ada, count: number) {
  const leads = Array.from({ length: count }, (_, index) => leadNamed(`Lead${index}`));
  return leadBook(database).imports.import(scope, leads);
}

async function fill(): Promise<void> {
  while (await leadSearchOf(database, bounds)?.fillSome());
}

async function found(search: string): Promise<string[]> {
  const { items } = await leadBook(database).leads.page(ada, { search, sort: "firstName", pageSize: 500 });
  return items.map(({ firstName }) => firstName);
}

/** Of 2,000, in the order of their names. */
function namesWith(start: string): string[] {
  const numbers = Array.from({ length: 2_000 }, (_, index) => String(index)).filter((each) =>
    each.startsWith(start),
  );
  return numbers.map((each) => `Lead${each}`).sort(bySearchText);
}

function bySearchText(left: string, right: string): number {
  return `${left} `.toLowerCase() < `${right} `.toLowerCase() ? -1 : 1;
}

function indexedCount(): number {
  return asked("SELECT count(*) AS count FROM leadSearch_docsize")[0]?.count ?? 0;
}

type Asked = { count?: number; workspaceId?: string };

function asked(sql: string): Asked[] {
  const client = new Client(file);
  try {
    return client.query<Asked, []>(sql).all();
  } finally {
    client.close();
  }
}
