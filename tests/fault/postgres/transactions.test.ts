import { afterEach, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { Refusal } from "../../../contract/errors.ts";
import { type Builder, bound, type Database, following } from "../../../db/database.ts";
import { refusalOfDatabase } from "../../../db/faults.ts";
import type { Tables } from "../../../db/tables.ts";
import { onPostgres, type RealPostgres } from "../../support/postgres/onPostgres.ts";
import { openWire, type Wire } from "../../support/postgres/wire.ts";
import { until } from "../../support/until.ts";

let wire: Wire | undefined;
afterEach(async () => {
  await wire?.close();
});

const refused = (promise: Promise<unknown>): Promise<Refusal | null> =>
  promise.then(
    () => null,
    (error) => (error instanceof Refusal ? error : refusalOfDatabase(error)),
  );

/** The database over a line that can be cut, and directly. */
async function overWire(
  postgres: RealPostgres,
): Promise<{ cuttable: Database; direct: Database; line: Wire }> {
  const url = await postgres.copy();
  const line = await openWire(url);
  wire = line;
  return { cuttable: await postgres.open(line.url), direct: await postgres.open(url), line };
}

onPostgres("a transaction on PostgreSQL", (postgres) => {
  test("whose connection is lost before its commit is run again, and has happened once", async () => {
    const { cuttable, direct, line } = await overWire(postgres);
    let tries = 0;
    line.cutAt((sent) => (sent.includes("insert into") && ++tries === 1 ? "before" : null));
    await add(cuttable, "a");
    expect(tries).toBe(2);
    expect(await stored(direct)).toEqual(["a"]);
  });

  test("whose answer to the commit is lost is told as unknown, and not run a second time", async () => {
    const { cuttable, direct, line } = await overWire(postgres);
    let commits = 0;
    line.cutAt((sent) => {
      if (!sent.includes("COMMIT")) return null;
      commits += 1;
      return "after";
    });
    expect((await refused(add(cuttable, "a")))?.code).toBe("unavailable");
    expect(commits).toBe(1);
    await until(async () => (await stored(direct)).length > 0);
    expect(await stored(direct)).toEqual(["a"]);
  });

  test("on connections that were cut while nobody used them finds new ones", async () => {
    const { cuttable, direct, line } = await overWire(postgres);
    await add(cuttable, "a");
    line.cut();
    await add(cuttable, "b");
    expect(await stored(direct)).toEqual(["a", "b"]);
  });

  test("without a server is refused for now, and so is a read, or how large the database is", async () => {
    const { cuttable, line } = await overWire(postgres);
    await line.close();
    expect((await refused(add(cuttable, "a")))?.code).toBe("unavailable");
    expect((await refused(stored(cuttable)))?.code).toBe("unavailable");
    expect((await refused(cuttable.bytes()))?.code).toBe("unavailable");
  });

  test("that a check throws out leaves nothing, and the connection is good for the next", async () => {
    const { direct } = await overWire(postgres);
    const stopped = new Error("stopped");
    const undone = adding(direct, "a", () => {
      throw stopped;
    });
    await expect(undone).rejects.toBe(stopped);
    for (const key of ["b", "c", "d"]) await add(direct, key);
    expect(await stored(direct)).toEqual(["b", "c", "d"]);
  });

  test("which fails in one statement fails with that one's fault, not with what it does to the next", async () => {
    const { direct } = await overWire(postgres);
    await add(direct, "a");
    const fault = await add(direct, "a").catch((error) => error.cause?.code);
    expect(fault).toBe("23505");
  });

  test("sees nothing that another one leaves meanwhile: of two that each rely on the other's row only one is first", async () => {
    const url = await postgres.copy();
    const databases = await Promise.all(Array.from({ length: 4 }, () => postgres.open(url)));
    // Each adds itself where nobody is yet: no row is shared, so no lock keeps them apart.
    await Promise.all(
      databases.flatMap((database, process) =>
        Array.from({ length: 5 }, (_, index) => addIfFirst(database, `${process}-${index}`)),
      ),
    );
    expect(await stored(databases[0] as Database)).toHaveLength(1);
  });
});

onPostgres("the statements of a transaction on PostgreSQL", (postgres) => {
  test("leave without waiting for each other's answers, but for one that follows from them", async () => {
    const { cuttable, direct, line } = await overWire(postgres);
    line.holdAnswers("first", "last");
    const { seen } = await cuttable.atomically((write) => ({
      first: write.insert(cuttable.tables.meta).values({ key: "first", value: 1 }),
      between: ["b", "c"].map((key) =>
        write.insert(cuttable.tables.meta).values({ key, value: 1 }).returning(),
      ),
      last: write.insert(cuttable.tables.meta).values({ key: "last", value: 1 }),
      seen: following(readWithKey, ({ between }: { between: readonly { key: string }[][] }) => ({
        key: between.flat().at(-1)?.key,
      })),
    }));
    expect(seen).toEqual([{ key: "c" }]);
    expect(await stored(direct)).toEqual(["b", "c", "first", "last"]);
  });

  test("are not compiled by the server, however long it takes them for", async () => {
    const database = await postgres.open(await postgres.copy());
    await add(database, "a");
    const { meta } = database.tables;
    const [row] = await database.read
      .select({ jit: sql<string>`current_setting('jit')` })
      .from(meta)
      .limit(1);
    expect(row).toEqual({ jit: "off" });
  });

  test("leave nothing where one fails while others are on their way, and the connection runs them the next time", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    await add(database, "a");
    const both = (key: string) =>
      database.atomically(() => ({
        one: bound(addWithKey, { key }),
        // Not known to the server yet where the one before it fails.
        two: bound(addAnother, { key: `${key}2` }),
        three: bound(readWithKey, { key }),
      }));
    const fault = await both("a").catch((error) => error.cause?.code);
    expect(fault).toBe("23505");
    expect(await stored(database)).toEqual(["a"]);
    expect((await both("b")).three).toEqual([{ key: "b" }]);
    expect(await stored(database)).toEqual(["a", "b", "b2"]);
  });
});

const addWithKey = (write: Builder, { meta }: Tables) =>
  write.insert(meta).values({ key: sql.placeholder("key"), value: 1 });

const addAnother = (write: Builder, { meta }: Tables) =>
  write.insert(meta).values({ key: sql.placeholder("key"), value: 2 });

const readWithKey = (builder: Builder, { meta }: Tables) =>
  builder
    .select({ key: meta.key })
    .from(meta)
    .where(eq(meta.key, sql.placeholder("key")));

function adding(database: Database, key: string, check?: () => void) {
  const { meta } = database.tables;
  return database.atomically((write) => ({ added: write.insert(meta).values({ key, value: 1 }) }), check);
}

const add = (database: Database, key: string) => adding(database, key);

async function addIfFirst(database: Database, key: string): Promise<void> {
  const { meta } = database.tables;
  await database.atomically((write) => ({
    added: write.insert(meta).select(sql`select ${key}, '1'::jsonb where not exists (select 1 from ${meta})`),
  }));
}

async function stored(database: Database): Promise<string[]> {
  const { meta } = database.tables;
  const rows = await database.read.select({ key: meta.key }).from(meta).orderBy(meta.key);
  return rows.map(({ key }) => key);
}
