import { drainMicrotasks } from "bun:jsc";
import type { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { Bound, Builder, Results, Shape, Statements } from "../../../db/database.ts";
import { postgresKit } from "../../../db/kit/postgres.ts";
import { createShared } from "../../../db/postgres/shared.ts";
import { mapRowsOnce } from "../../../db/rowMapper.ts";
import { runStatementsTogether } from "../../../db/runStatements.ts";
import { defineTables } from "../../../db/tables.ts";
import { asBuilder, emptied, migratedPostgres } from "../db/databases.ts";
import type { LedgerFile, Move } from "./ledgerFile.ts";

/**
 * The database of a simulated world in which several machines send: PostgreSQL as PGlite has it, in this thread, whose
 * answers come within the microtasks of whoever asks. Its clock is the world's.
 */
export async function openSharedLedger(): Promise<LedgerFile> {
  const client = await migratedPostgres();
  await client.exec(simulatedClock);
  await client.exec(tellingMoves);
  const time = toldWithTheNext(client);
  const tables = defineTables(postgresKit);
  const builder = asBuilder(drizzle(client));
  const prepared = new WeakMap<Shape<unknown>, { execute(values: unknown): Promise<unknown> }>();

  /** There is one connection, so a statement is prepared once, and what runs in a transaction is what runs outside of one. */
  function run<R>({ shape, values }: Bound<R>): Promise<R> {
    const known = prepared.get(shape) ?? prepare(shape);
    return known.execute(values) as Promise<R>;
  }
  function prepare(shape: Shape<unknown>) {
    const statement = shape(builder, tables) as unknown as { prepare(name: string): never };
    const ready = mapRowsOnce(statement.prepare(""));
    prepared.set(shape, ready);
    return ready;
  }
  const rows = <R>(sql: string, values: readonly unknown[] = []) => rowsOf<R>(client, sql, values);

  async function transact<const T extends Statements>(
    build: (write: Builder) => T,
    check?: (results: Results<T>) => void,
  ): Promise<{ results: Results<T>; moves: Move[] }> {
    await client.exec(`${time.told()} BEGIN ISOLATION LEVEL SERIALIZABLE`);
    try {
      const results = (await runStatementsTogether(build(builder), (statement) =>
        "shape" in statement ? run(statement) : statement.then((rows) => rows),
      )) as Results<T>;
      check?.(results);
      const told = await client.exec("COMMIT; SELECT * FROM moved ORDER BY n");
      return { results, moves: (told.at(-1)?.rows ?? []) as Move[] };
    } catch (error) {
      await client.exec("ROLLBACK");
      // What was told within it is taken back with it.
      time.tell();
      throw error;
    }
  }

  const ledger = {
    client: asClient(client),
    tables,
    shared: createShared(({ text, values }) => client.query(text, [...values])),
    read: builder,
    run,
    tellTime: time.tell,
    dueOn: (accountId: string) => new Set(rows<{ id: string }>(due, [accountId]).map(({ id }) => id)),
    openSequences: () => [],
    openCampaigns: () => rows(open),
    accountIds: () => rows<{ id: string }>(accounts).map(({ id }) => id),
    stoppedAccounts: () => rows<{ id: string }>(stopped).map(({ id }) => id),
    addLeads: ({ workspaceId, ids }: { workspaceId: string; ids: readonly string[] }) =>
      void rows(leads, [workspaceId, JSON.stringify(ids)]),
    commit<const T extends Statements>(build: (write: Builder) => T, check?: (results: Results<T>) => void) {
      const { results, moves } = settled(transact(build, check));
      if (moves.length > 0) rows("DELETE FROM moved");
      return { results, moves };
    },
    empty: () => void settled(client.exec(`${emptied}; DELETE FROM moved`)),
  };
  return ledger as unknown as LedgerFile;
}

/** The time is told to a database with whatever it is asked next: each message to it costs. */
function toldWithTheNext(client: PGlite) {
  let nowMs = 0;
  let isTold = true;
  const told = () => {
    if (isTold) return "";
    isTold = true;
    return `SET sim.now = '${nowMs}';`;
  };
  const query = client.query.bind(client);
  client.query = (...asked) => {
    const first = told();
    if (first !== "") void client.exec(first);
    return query(...asked);
  };
  return {
    /** What says it, once. */
    told,
    tell(atMs: number = nowMs): void {
      nowMs = atMs;
      isTold = false;
    },
  };
}

/** What a promise comes to: everything that it waits for happens here and now. */
function settled<T>(promise: Promise<T>): T {
  const outcomes: ({ value: T } | { error: unknown })[] = [];
  promise.then(
    (value) => outcomes.push({ value }),
    (error) => outcomes.push({ error }),
  );
  drainMicrotasks();
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error("the database waits for something that is not of this world");
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

/** What names no values is asked in one message, where the others take five. */
function rowsOf<R>(client: PGlite, sql: string, values: readonly unknown[]): R[] {
  if (values.length === 0) return (settled(client.exec(sql)).at(-1)?.rows ?? []) as R[];
  return settled(client.query<R>(sql, [...values])).rows;
}

/** As much of a file's connection as the witness asks. */
function asClient(client: PGlite): unknown {
  const prepare = (text: string) => {
    let count = 0;
    const sql = text.replaceAll("?", () => `$${++count}`);
    const all = (...values: unknown[]) => rowsOf<never>(client, sql, values);
    return { all, get: (...values: unknown[]) => all(...values)[0] };
  };
  return { prepare, query: prepare };
}

/** In front of PostgreSQL's own: all that we ask of the time goes by it. */
const simulatedClock = `CREATE SCHEMA sim;
  CREATE FUNCTION sim.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT to_timestamp(current_setting('sim.now')::float8 / 1000) $$;
  CREATE FUNCTION sim.transaction_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT to_timestamp(current_setting('sim.now')::float8 / 1000) $$;
  CREATE FUNCTION sim.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT to_timestamp(current_setting('sim.now')::float8 / 1000) $$;
  SET search_path = public, sim, pg_catalog;
  SET sim.now = '0';`;

const tellingMoves = `CREATE TEMP TABLE moved (n serial, id text, "campaignId" text, email text, before text, after text, attempts int);
  CREATE FUNCTION sim.tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO pg_temp.moved (id, "campaignId", email, before, after, attempts)
      VALUES (NEW.id, NEW."campaignId", NEW.email, OLD.state, NEW.state, NEW.attempts);
    RETURN NULL;
  END $$;
  CREATE TRIGGER tell AFTER UPDATE OF state ON deliveries FOR EACH ROW WHEN (OLD.state <> NEW.state)
    EXECUTE FUNCTION sim.tell();`;

const due = `SELECT campaigns.id FROM campaigns JOIN "campaignCounts" AS counts ON counts."campaignId" = campaigns.id
  WHERE campaigns."credentialId" = $1 AND campaigns.state = 'running' AND counts.queued > 0 AND campaigns."window" IS NULL`;
const open = `SELECT coalesce(campaigns."planId", campaigns.id) AS id, campaigns.state, credentials.id IS NULL AS "isAccountGone",
    (SELECT json_agg(email || ' ' || state)::text FROM deliveries
     WHERE "campaignId" = campaigns.id AND state IN ('queued', 'deferred', 'sending')) AS rows
  FROM campaigns LEFT JOIN credentials ON credentials.id = campaigns."credentialId"
  WHERE campaigns.state IN ('running', 'paused') OR EXISTS (SELECT 1 FROM deliveries
    WHERE "campaignId" = campaigns.id AND state IN ('queued', 'deferred', 'sending') AND campaigns.state <> 'preparing')
  ORDER BY campaigns.id`;
const accounts = "SELECT id FROM credentials ORDER BY id";
const stopped = `SELECT id FROM credentials WHERE paused AND "pausedUntil" IS NULL ORDER BY id`;
const leads = `INSERT INTO leads (id, "workspaceId", "firstName", "lastName", email, phone, "searchText", "emailHash", optout,
    "emailCount", "openedCount", "createdAt", "updatedAt")
  SELECT value, $1, 'F', 'L', value || '@in.test', '', value, 'hash of ' || value || '@in.test', false, 0, 0, 0, 0
  FROM json_array_elements_text($2::json)`;
