import { importLimits } from "../../contract/limits/imports.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";

/**
 * Moves SQLite's log into the database once it is long, when it is nobody's turn to write: within a commit it would
 * hold up everybody else. For a thread in the background.
 */
export function moveLog(client: SqliteClient, pagesMax: number = importLimits.checkpointPages): void {
  const [state] = client.query<{ log: number }>("PRAGMA wal_checkpoint(NOOP)").all();
  if (state === undefined || state.log >= pagesMax) client.exec("PRAGMA wal_checkpoint(PASSIVE)");
}
