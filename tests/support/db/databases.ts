import { afterAll, afterEach, beforeAll, beforeEach, describe } from "bun:test";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import pg from "pg";
import type { Bound, Builder, Database, Results, Statements } from "../../../db/database.ts";
import { postgresKit } from "../../../db/kit/postgres.ts";
import { migrations } from "../../../db/migrations/postgres.ts";
import { applyStep } from "../../../db/postgres/applyStep.ts";
import { withoutNul } from "../../../db/postgres/connection.ts";
import { createShared } from "../../../db/postgres/shared.ts";
import { runStatementsTogether } from "../../../db/runStatements.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { defineTables, type Tables } from "../../../db/tables.ts";
import { devDependencies } from "../../../package.json";
import { copyOfTemplate, openTested, testedPostgres } from "../postgres/testDatabases.ts";
import { putMigrated } from "./migratedFile.ts";
import { requireScopes } from "./scopedStatements.ts";

/** Opens an empty database; closing it throws away what it holds. One at a time is open. */
export type OpenEmpty = () => Promise<Database>;

/**
 * Defines the same tests twice: on SQLite and on PostgreSQL, so that no store leans on a dialect. That is a real one
 * over several connections where this run of tests has one (`bun run ok`, `bun run test:postgres`), and PGlite where a
 * file is run by itself. `define` runs once for each and is given what opens an empty database of that kind.
 */
export function eachDatabase(name: string, define: (open: OpenEmpty) => void): void {
  describe(`${name} on SQLite`, () => define(openSqlite));
  describe(`${name} on PostgreSQL`, () =>
    testedPostgres === undefined ? onPglite(define) : onRealPostgres(testedPostgres, define));
}

function onPglite(define: (open: OpenEmpty) => void): void {
  // PGlite takes long to start and little to empty, so the tests of one file share one.
  beforeAll(async () => {
    await sharedPostgres();
  }, 60_000);
  define(openPglite);
}

/**
 * All tests of a process share a database on the server, each group with connections of its own: making one takes many times
 * what emptying it does, and whoever first asks for a table there has to read what it is. It is emptied at once and by a
 * connection of its own: one question for each table costs more than most tests. Nobody drops it: it goes with the server.
 */
function onRealPostgres(server: string, define: (open: OpenEmpty) => void): void {
  let database: Database;
  beforeAll(async () => {
    ownOnServer ??= makeOwn(server);
    database = await openTested((await ownOnServer).url);
  }, 60_000);
  afterAll(async () => {
    await database.close();
  });
  define(async () => {
    await (await ownOnServer)?.empty();
    return { ...database, close: async () => {} };
  });
}

let ownOnServer: Promise<{ url: string; empty(): Promise<unknown> }> | undefined;

async function makeOwn(server: string) {
  const url = await copyOfTemplate(server, `each_${crypto.randomUUID().replaceAll("-", "")}`);
  const emptying = new pg.Client({ connectionString: url });
  await emptying.connect();
  await emptying.query(preparesEmptying);
  return { url, empty: () => emptying.query(emptied) };
}

let shared: Promise<PGlite> | undefined;

function sharedPostgres(): Promise<PGlite> {
  shared ??= migratedPostgres();
  return shared;
}

/** Opens an empty database before each test of a group and closes it afterwards. */
export function emptyBeforeEach(open: OpenEmpty): () => Database {
  let database: Database | undefined;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    await database?.close();
  });
  return () => {
    if (database === undefined) throw new Error("the database is open only while a test runs");
    return database;
  };
}

async function openSqlite(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-db-"));
  await putMigrated(folder);
  const database = openDatabase({ folder });
  requireScopes(database);
  return {
    ...database,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPglite(): Promise<Database> {
  const client = await sharedPostgres();
  await client.exec(emptied);
  const postgres = drizzle(client);
  let isSender = false;
  const tables = defineTables(postgresKit);
  return {
    tables,
    read: asBuilder(postgres),
    ask: (question) => runBound(asBuilder(postgres), tables, question),
    atomically: async <const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): Promise<Results<T>> =>
      postgres.transaction(async (transaction) => {
        const write = asBuilder(transaction);
        const results = await runStatementsTogether(build(write), (statement) =>
          "shape" in statement ? runBound(write, tables, statement) : statement.then((rows) => rows),
        );
        check?.(results as Results<T>);
        return results as Results<T>;
      }),
    state: () => null,
    notices: null,
    becomeSender: async () => {
      isSender = true;
      return isSender;
    },
    async bytes() {
      const { rows } = await client.query<{ bytes: number }>(
        "SELECT pg_database_size(current_database()) AS bytes",
      );
      return Number(rows[0]?.bytes);
    },
    beside: null,
    shared: createShared(({ text, values }) => client.query(text, [...values])),
    close: async () => {},
  };
}

/**
 * Tables of a test hold a few rows, which are deleted in a twentieth of the time that truncating takes. By a function of the
 * connection's own, which keeps how: planning a statement for each of eighty tables takes four times what they take.
 */
const preparesEmptying = `DO $do$ BEGIN EXECUTE (
  SELECT 'CREATE FUNCTION pg_temp.emptied() RETURNS void LANGUAGE plpgsql AS $$ BEGIN '
    || string_agg(format('DELETE FROM %I;', tablename), ' ') || ' END $$'
  FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'
); END $do$`;
export const emptied = "SELECT pg_temp.emptied()";

/** PostgreSQL with every migration taken, and with what empties it. */
export async function migratedPostgres(): Promise<PGlite> {
  const client = await keptPostgres();
  await client.exec(preparesEmptying);
  return client;
}

/**
 * Setting one up takes many times as long as reading its files, so they are kept in the machine's folder
 * for temporary files, under a name that changes with the migrations and with PGlite.
 */
async function keptPostgres(): Promise<PGlite> {
  const steps = migrations.map(({ tag, sql, code }) => `${tag}${sql}${code ?? ""}`).join();
  const hash = Bun.hash(`${devDependencies["@electric-sql/pglite"]} ${steps}`).toString(36);
  const file = join(tmpdir(), `amplify-pglite-${hash}.tar`);
  const kept = Bun.file(file);
  // What our connections to a PostgreSQL do with text, this one does too; 25 is the type of all of it.
  const serializers = { 25: (value: unknown) => String(withoutNul(value)) };
  if (await kept.exists()) return PGlite.create({ loadDataDir: kept, serializers });
  const client = await PGlite.create({ serializers });
  for (const step of migrations) await applyStep(client, step, () => (address) => `hash of ${address}`);
  // Under a name of its own first: another process may be doing the same, and neither reads half a file.
  const written = `${file}.${process.pid}`;
  await Bun.write(written, await client.dumpDataDir("none"));
  renameSync(written, file);
  return client;
}

/** PostgreSQL keeps prepared statements by connection, so here each is prepared where it runs. */
async function runBound<R>(builder: Builder, tables: Tables, { shape, values }: Bound<R>): Promise<R> {
  const statement = shape(builder, tables) as unknown as {
    prepare(name: string): { execute(values: Record<string, unknown>): Promise<R> };
  };
  return statement.prepare("").execute(values);
}

/** The stores are written against one dialect's types; here is where the other one is said to be the same. */
export function asBuilder(builder: unknown): Builder {
  return builder as Builder;
}
