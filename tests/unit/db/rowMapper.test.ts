import { expect, test } from "bun:test";
import { eq, isNotNull, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { type Builder, bound } from "../../../db/database.ts";
import type { Tables } from "../../../db/tables.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

/** Values, SQL that reads its own, an object of several tables, and what a join does not find. */
function joined(builder: Builder, { meta, usage }: Tables) {
  const isCounted = sql<boolean>`${isNotNull(usage.count)}`.mapWith(Boolean);
  return builder
    .select({
      key: meta.key,
      isCounted,
      length: sql`length(${meta.key})`.mapWith(Number),
      usage: { at: usage.bucketAt, count: usage.count, isCounted },
      both: { count: usage.count, value: meta.value },
      either: { value: meta.value, count: usage.count },
    })
    .from(meta)
    .leftJoin(usage, eq(usage.credentialId, meta.key))
    .orderBy(meta.key);
}

const whole = (builder: Builder, { meta, usage }: Tables) =>
  builder.select().from(meta).leftJoin(usage, eq(usage.credentialId, meta.key)).orderBy(meta.key);

eachDatabase("rows of statements that are kept", (open) => {
  const database = emptyBeforeEach(open);

  test("are what drizzle makes of them, whether a join has found anything or not", async () => {
    await database().atomically((write) => ({
      keys: write.insert(database().tables.meta).values([
        { key: "a", value: "one" },
        { key: "bbb", value: { three: 3 } },
      ]),
      counted: write
        .insert(database().tables.usage)
        .values({ credentialId: "bbb", bucketAt: 60_000, count: 2, workspaceId: "w" as WorkspaceId }),
    }));
    const { read, tables } = database();
    const wholes = await database().ask(bound(whole, {}));
    expect(wholes).toEqual(await whole(read, tables));
    expect(wholes).toHaveLength(2);
    expect(await database().ask(bound(joined, {}))).toEqual(await joined(read, tables));
    const [without, found] = await database().ask(bound(joined, {}));
    expect(without).toMatchObject({ key: "a", isCounted: false, length: 1, usage: null });
    expect(found).toMatchObject({
      isCounted: true,
      length: 3,
      usage: { at: 60_000, count: 2, isCounted: true },
    });
  });
});
