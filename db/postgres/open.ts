import type pg from "pg";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import type { Remark } from "../../contract/installation/remark.ts";
import { sharedLimits } from "../../contract/limits/database.ts";
import type { Bound, Database } from "../database.ts";
import { postgresKit } from "../kit/postgres.ts";
import type { HashingFor } from "../migrations/step.ts";
import { defineTables } from "../tables.ts";
import { checkServer, connectFault } from "./checkServer.ts";
import { connectAlone, openPool } from "./connection.ts";
import { isUnreachable, refusalOfPostgres, unavailable } from "./faults.ts";
import { migrate } from "./migrate.ts";
import { createNotices } from "./notices.ts";
import { createSenderLock } from "./senderLock.ts";
import { createShared } from "./shared.ts";
import { keepStatistics } from "./statistics.ts";
import { createRunner, createTransactions } from "./transactions.ts";

type OpenPostgresOptions = {
  /** postgres://user:password@host:port/database */
  url: string;
  /** Makes hashes of addresses, which an older database may need on its way to this version. */
  hashingFor: HashingFor;
  /** The program's version, kept with each step that it takes. */
  program?: string;
  /** Another thread of this process has looked at the server and brought the tables to date. */
  isPrepared?: boolean;
  /** Told where the start waits for another process. */
  onWait?: (remark: Remark) => void;
};

/**
 * Opens an installation's PostgreSQL database, migrated to this version's tables.
 * @throws {Error} that says what to do, when it cannot be reached or worked with, or was written by a newer version.
 */
export async function openPostgres({
  url,
  isPrepared = false,
  ...options
}: OpenPostgresOptions): Promise<Database> {
  if (!isPrepared) await prepare(url, options);
  const tables = defineTables(postgresKit);
  const pool = openPool(url);
  const { builder, run } = createRunner(pool, tables);
  const lock = createSenderLock(url);
  const notices = createNotices(url);
  const statistics = isPrepared ? null : keepStatistics(pool);
  return {
    tables,
    read: builder,
    ask: <R>(question: Bound<R>) => run(question) as Promise<R>,
    atomically: createTransactions(pool, tables),
    // Nobody can tell what other processes have committed without asking the server, which costs a round trip: as much as
    // the prepared questions that would be spared by it (a session with its owner: 0.3 ms, either way). A notice comes only
    // after the commit, so what was read would be used again for a moment after it, a session that has ended among it.
    state: () => null,
    becomeSender: lock.take,
    async bytes() {
      const { rows } = await orRefused(pool.query("SELECT pg_database_size(current_database()) AS bytes"));
      return Number(rows[0].bytes);
    },
    // The database is no file, so whatever works in a thread hands what it found to this one.
    beside: null,
    shared: createShared(({ name, text, values }) => alone(pool, { name, text, values: [...values] })),
    notices,
    async close() {
      await Promise.all([notices.close(), lock.release(), statistics?.end()]);
      // Waits for what is under way; every statement of it has an end.
      if (!pool.ending) await pool.end();
    },
  };
}

/** One statement on any connection; it is waited for no longer than whoever asked would wait. */
function alone<Row extends pg.QueryResultRow>(pool: pg.Pool, statement: pg.QueryConfig) {
  const config = { ...statement, query_timeout: sharedLimits.answerMs } as pg.QueryConfig;
  return orRefused(pool.query<Row>(config));
}

/** What is asked of the driver itself, whose errors nothing else tells from those of other servers. */
async function orRefused<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw isUnreachable(error) ? unavailable(error) : (refusalOfPostgres(error) ?? error);
  }
}

/** What is done once, on a connection of its own. */
async function prepare(url: string, options: Omit<OpenPostgresOptions, "url">): Promise<void> {
  try {
    // A long step is ended by the server's own deadline.
    const connection = await connectAlone(url, { query_timeout: 0 });
    try {
      await checkServer(connection, url);
      await migrate(connection, options);
    } finally {
      await connection.end();
    }
  } catch (error) {
    const fault = connectFault(error, url);
    throw fault === null ? error : new InstallationFault(fault, { cause: error });
  }
}
