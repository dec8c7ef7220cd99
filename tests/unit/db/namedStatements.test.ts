import { expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { type Builder, bound, following } from "../../../db/database.ts";
import type { Tables } from "../../../db/tables.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

eachDatabase("named statements", (open) => {
  const database = emptyBeforeEach(open);
  const countOf = (write: Builder) =>
    write.select({ count: sql<number>`count(*)` }).from(database().tables.meta);
  const adding = (write: Builder, key: string) =>
    write.insert(database().tables.meta).values({ key, value: key });

  test("answer by their names, in the order in which they stand, and `check` sees the same", async () => {
    let seen: unknown;
    const results = await database().atomically(
      (write) => ({
        zero: countOf(write),
        b: adding(write, "b").returning(),
        one: countOf(write),
        a: adding(write, "a"),
        two: countOf(write),
      }),
      (checked) => {
        seen = { one: checked.one, two: checked.two };
      },
    );
    expect(Object.keys(results)).toEqual(["zero", "b", "one", "a", "two"]);
    expect([results.zero, results.one, results.two].map(([row]) => Number(row?.count))).toEqual([0, 1, 2]);
    expect(results.b).toEqual([{ key: "b", value: "b" }]);
    expect(seen).toEqual({ one: results.one, two: results.two });
  });

  test("a name may have a list of statements, and then has a list of what came of each", async () => {
    const { tables } = database();
    const { added, none, left } = await database().atomically((write) => ({
      added: ["x", "y"].map((key) => adding(write, key).returning({ key: tables.meta.key })),
      none: [],
      left: bound(keysBut, { key: "x" }),
    }));
    expect(added).toEqual([[{ key: "x" }], [{ key: "y" }]]);
    expect(none).toEqual([]);
    expect(left).toEqual([{ key: "y" }]);
  });

  test("one may take its values from what came of those before it", async () => {
    await database().atomically((write) => ({
      taken: ["x", "y"].map((key) => adding(write, key).returning()),
      noted: following(addingNote, ({ taken }: { taken: readonly unknown[][] }) => ({
        key: "note",
        value: taken.flat().length,
      })),
    }));
    const { meta } = database().tables;
    const [note] = await database().read.select().from(meta).where(eq(meta.key, "note"));
    expect(note?.value).toBe(2);
  });

  test("have no name that reads as a number, which would be moved to the front", async () => {
    const results = await database().atomically((write) => ({
      a: adding(write, "a"),
      // @ts-expect-error The type refuses it.
      1: countOf(write),
    }));
    expect(Object.keys(results)).toEqual(["1", "a"]);
  });
});

function addingNote(builder: Builder, { meta }: Tables) {
  return builder.insert(meta).values({ key: sql.placeholder("key"), value: sql.placeholder("value") });
}

function keysBut(builder: Builder, { meta }: Tables) {
  return builder
    .select({ key: meta.key })
    .from(meta)
    .where(sql`not ${eq(meta.key, sql.placeholder("key"))}`);
}
