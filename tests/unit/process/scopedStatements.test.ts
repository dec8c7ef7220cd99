import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import {
  requireScopes,
  scopedTables,
  unscopedIn,
  unscopedTables,
} from "../../support/db/scopedStatements.ts";

const scoped = new Set(["leads", "collections", "memberships"]);
const missing = (sql: string) => unscopedIn(sql, scoped);

test("a statement that names no workspace is found, in every place that has one", () => {
  expect(missing('select "id" from "collections" where "collections"."name" = ?')).toEqual(["collections"]);
  expect(missing('update "collections" set "name" = ? where "collections"."id" = ?')).toEqual([
    "collections",
  ]);
  expect(missing('delete from "memberships" where "memberships"."leadId" = ?')).toEqual(["memberships"]);
  expect(missing('insert into "memberships" ("collectionId", "leadId") values (?, ?)')).toEqual([
    "memberships",
  ]);
  const inner = 'select "id" from "collections" where "collections"."name" = ?';
  expect(missing(`select 1 from "users" where "users"."id" in (${inner})`)).toEqual(["collections"]);
  const joined =
    'select 1 from "collections" inner join "memberships" on "memberships"."collectionId" = "collections"."id" where "collections"."workspaceId" = ?';
  expect(missing(joined)).toEqual(["memberships"]);
});

test("a statement that names it everywhere is not", () => {
  const of = '"memberships"."workspaceId" = "collections"."workspaceId"';
  const joined = `select 1 from "collections" inner join "memberships" on ("memberships"."leadId" = ? and ${of}) where "collections"."workspaceId" = ?`;
  expect(missing(joined)).toEqual([]);
  expect(missing(`insert into "memberships" ("workspaceId", "leadId") ${joined}`)).toEqual([]);
  expect(missing("select 'from \"leads\" it'")).toEqual([]);
});

eachDatabase("every table", (open) => {
  const database = emptyBeforeEach(open);

  test("is a workspace's, or has a reason not to be", () => {
    const named = scopedTables(database());
    const others = Object.keys(database().tables).filter((name) => !named.has(name));
    expect(others.sort()).toEqual(Object.keys(unscopedTables).sort());
  });
});

eachDatabase("a store", (open) => {
  const database = emptyBeforeEach(open);

  test("cannot ask for rows of no workspace where a test runs it", async () => {
    requireScopes(database());
    const { read, tables } = database();
    const { collections } = tables;
    const named = () => read.select().from(collections).where(eq(collections.name, "friends"));
    expect(async () => named()).toThrow("asks collections for no workspace");
    expect(await read.select().from(collections).where(eq(collections.workspaceId, "ada"))).toEqual([]);
  });
});
