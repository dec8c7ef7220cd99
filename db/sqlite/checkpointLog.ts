import { importLimits } from "../../contract/limits/imports.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { refusalOfSqlite } from "./faults.ts";

/**
 * Moves SQLite's log into the database once it is long, when it is nobody's turn to write: within a commit it would
 * hold up everybody else. For a thread in the background. On a full disk, or beside whoever holds the file, it stays where it is:
 * what it holds is committed, and nobody is to hear that it was not.
 */
export function checkpointLog(client: SqliteClient, pagesMax: number = importLimits.checkpointPages): void {
  try {
    const [state] = client.query<{ log: number }>("PRAGMA wal_checkpoint(NOOP)").all();
    if (state === undefined || state.log >= pagesMax) client.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (error) {
    if (refusalOfSqlite(error) === null) throw error;
  }
}
