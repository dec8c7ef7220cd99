import { openSqlite } from "#platform/sqlite";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import type { HashingFor } from "../migrations/step.ts";
import { checkServer, connectFault } from "../postgres/checkServer.ts";
import { type Connection, connectAlone, placeOf } from "../postgres/connection.ts";
import { migrate } from "../postgres/migrate.ts";
import { type FileToMove, moveFiles } from "./moveFiles.ts";
import { filledTables, type Moved, moveTables, type OnProgress } from "./moveTables.ts";

export type Moving = {
  /** A SQLite database of this version's tables that nobody else works with. */
  file: string;
  /** The uploads and rejected rows beside it, by what is known of them. */
  files: readonly FileToMove[];
  url: string;
  hashingFor: HashingFor;
  program: string;
  onProgress: OnProgress;
};

/**
 * Takes everything of a SQLite database over into an empty PostgreSQL: all of it in one transaction, which ends only
 * when it was read back and found to be the same. One that is broken off has left nothing, and can be begun again.
 * @throws {Error} that says what to do; then nothing has changed, on either side.
 */
export async function moveIntoPostgres(moving: Moving): Promise<Moved[]> {
  const { url, hashingFor, program } = moving;
  const connection = await connected(url);
  const source = openSqlite(moving.file, "read");
  try {
    await checkServer(connection, url);
    await connection.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    await refuseServed(connection, url);
    await migrate(connection, { hashingFor, program });
    await connection.query("BEGIN; LOCK TABLE migrations IN EXCLUSIVE MODE");
    await refuseFilled(connection, url);
    const moved = await moveTables(source, connection, moving.onProgress);
    await moveFiles(connection, moving.files);
    // Before the end, which is said at once: whoever ends this meanwhile has moved nothing, and is not left with all of it unsaid.
    await connection.query("ANALYZE");
    await connection.query("COMMIT");
    return moved;
  } finally {
    source.close();
    // What is not committed is undone by the server when the connection goes.
    await connection.end().catch(() => {});
  }
}

async function connected(url: string) {
  try {
    // Large tables take their time, and nobody waits but whoever asked for this.
    return await connectAlone(url, { query_timeout: 0, application_name: "amplify move" });
  } catch (error) {
    const fault = connectFault(error, url);
    throw fault === null ? error : new InstallationFault(fault, { cause: error });
  }
}

/** @throws {Error} while a server, or another one who moves, works with the database. */
async function refuseServed(connection: Connection, url: string): Promise<void> {
  const { rows } = await connection.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()
       AND application_name IN ('amplify', 'amplify move') AND pid <> pg_backend_pid()`,
  );
  if ((rows[0]?.count ?? 0) === 0) return;
  throw new InstallationFault(remark("postgresServed", { place: placeOf(url) }));
}

/** @throws {Error} where there is anything already: two installations cannot become one. */
async function refuseFilled(connection: Connection, url: string): Promise<void> {
  const filled = await filledTables(connection);
  if (filled.length === 0) return;
  throw new InstallationFault(remark("postgresFilled", { place: placeOf(url), tables: filled.slice(0, 3) }));
}
