import { afterEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { Refusal } from "../../../contract/errors.ts";
import type { Database } from "../../../db/database.ts";
import { refusalOfDatabase } from "../../../db/faults.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
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

onPostgres("a transaction on PostgreSQL", (postgres) => {
  /** The database over a line that can be cut, and directly. */
  async function overWire(): Promise<{ cuttable: Database; direct: Database; line: Wire }> {
    const url = await postgres.copy();
    const line = await openWire(url);
    wire = line;
    return { cuttable: await postgres.open(line.url), direct: await postgres.open(url), line };
  }

  test("whose connection is lost before its commit is run again, and has happened once", async () => {
    const { cuttable, direct, line } = await overWire();
    let tries = 0;
    line.cutAt((sent) => (sent.includes("insert into") && ++tries === 1 ? "before" : null));
    await add(cuttable, "a");
    expect(tries).toBe(2);
    expect(await stored(direct)).toEqual(["a"]);
  });

  test("whose answer to the commit is lost is told as unknown, and not run a second time", async () => {
    const { cuttable, direct, line } = await overWire();
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
    const { cuttable, direct, line } = await overWire();
    await add(cuttable, "a");
    line.cut();
    await add(cuttable, "b");
    expect(await stored(direct)).toEqual(["a", "b"]);
  });

  test("without a server is refused for now, and so is a read", async () => {
    const { cuttable, line } = await overWire();
    await line.close();
    expect((await refused(add(cuttable, "a")))?.code).toBe("unavailable");
    expect((await refused(stored(cuttable)))?.code).toBe("unavailable");
  });

  test("that a check throws out leaves nothing, and the connection is good for the next", async () => {
    const { direct } = await overWire();
    const stopped = new Error("stopped");
    const undone = adding(direct, "a", () => {
      throw stopped;
    });
    await expect(undone).rejects.toBe(stopped);
    for (const key of ["b", "c", "d"]) await add(direct, key);
    expect(await stored(direct)).toEqual(["b", "c", "d"]);
  });

  test("which fails in one statement fails with that one's fault, not with what it does to the next", async () => {
    const { direct } = await overWire();
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
