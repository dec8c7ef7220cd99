import { afterEach, beforeAll, beforeEach, describe } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Bound, Builder, Database, Results, Statement } from "../../../db/database.ts";
import { postgresKit } from "../../../db/kit/postgres.ts";
import { migrations } from "../../../db/migrations/postgres.ts";
import type { HashingFor, Row, Step } from "../../../db/migrations/step.ts";
import { openDatabase } from "../../../db/open.ts";
import { defineTables, type Tables } from "../../../db/tables.ts";

/** Opens an empty database; closing it throws away what it holds. One at a time is open. */
export type OpenEmpty = () => Promise<Database>;

/**
 * Defines the same tests twice: on bun:sqlite and on PostgreSQL (PGlite), so that no store leans on a dialect.
 * `define` runs once for each and is given what opens an empty database of that kind.
 */
export function eachDatabase(name: string, define: (open: OpenEmpty) => void): void {
  describe(`${name} on SQLite`, () => define(openSqlite));
  describe(`${name} on PostgreSQL`, () => {
    // PGlite takes seconds to start and little to empty, so the tests of one process share one.
    beforeAll(async () => {
      shared ??= PGlite.create();
      await shared;
    }, 60_000);
    define(openPostgres);
  });
}

let shared: Promise<PGlite> | undefined;

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
  const database = openDatabase({ folder });
  return {
    ...database,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgres(): Promise<Database> {
  shared ??= PGlite.create();
  const client = await shared;
  await client.exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  for (const step of migrations) await takeStep(client, step);
  const postgres = drizzle(client);
  let isSender = false;
  const tables = defineTables(postgresKit);
  return {
    tables,
    read: asBuilder(postgres),
    ask: (question) => runBound(asBuilder(postgres), tables, question),
    atomically: async <const T extends readonly Statement[]>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): Promise<Results<T>> =>
      postgres.transaction(async (transaction) => {
        const results: unknown[] = [];
        const write = asBuilder(transaction);
        for (const statement of build(write))
          results.push(await ("shape" in statement ? runBound(write, tables, statement) : statement));
        check?.(results as Results<T>);
        return results as Results<T>;
      }),
    becomeSender: async () => {
      isSender = true;
      return isSender;
    },
    beside: null,
    close: async () => {},
  };
}

/** One step as PostgreSQL takes it, inside of whatever transaction is open. */
export async function takeStep(
  client: Pick<PGlite, "exec" | "query">,
  step: Step,
  hashingFor: HashingFor = () => (address) => `hash of ${address}`,
): Promise<void> {
  for (const statement of step.sql.split("--> statement-breakpoint")) await client.exec(statement);
  const queries = step.code?.({ dialect: "postgres", hashingFor });
  let next = queries?.next();
  while (queries && next && !next.done) {
    const { sql, values } = next.value;
    next = queries.next((await client.query<Row>(sql, [...(values ?? [])])).rows);
  }
}

/** PostgreSQL keeps prepared statements by connection, so here each is prepared where it runs. */
async function runBound<R>(builder: Builder, tables: Tables, { shape, values }: Bound<R>): Promise<R> {
  const statement = shape(builder, tables) as unknown as {
    prepare(name: string): { execute(values: Record<string, unknown>): Promise<R> };
  };
  return statement.prepare("").execute(values);
}

/** The stores are written against one dialect's types; here is where the other one is said to be the same. */
function asBuilder(builder: unknown): Builder {
  return builder as Builder;
}
