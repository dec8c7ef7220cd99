import { importLimits } from "../../contract/limits/imports.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { refusalOfSqlite } from "./faults.ts";
import type { WriteTurns } from "./writeTurns.ts";

/**
 * Moves SQLite's log into the database once much of it is not there, when it is nobody's turn to write: within a commit it would
 * hold up everybody else. For a thread in the background.
 */
export function checkpointLog(client: SqliteClient, pagesMax: number = importLimits.checkpointPages): void {
  moveLog(client, ({ rest }) => rest >= pagesMax);
}

/**
 * Writes when it is the background's turn, and moves the log between two turns. What others have added to a long log since
 * then is moved first, while nobody else writes: with nothing left in it, this write begins the log anew (SQLite, "Write-Ahead
 * Logging", section 2.2). Without that it would grow for as long as others write now and then, and whoever commits last would
 * wait until it is cut off.
 */
export function writeInBackground<Written>(
  { client, turns }: { client: SqliteClient; turns: WriteTurns },
  write: () => Written,
): Written {
  const { logPagesMax, logRestPages } = importLimits;
  turns.takeInBackground();
  let written: Written;
  try {
    moveLog(client, ({ log, rest }) => log >= logPagesMax && rest <= logRestPages);
    written = write();
  } finally {
    turns.release();
  }
  checkpointLog(client);
  return written;
}

/** `rest` are the pages of the log that are not in the database yet. */
type LogState = { log: number; rest: number };

/**
 * On a full disk, or beside whoever holds the file, it stays where it is: what it holds is committed, and nobody is to hear that
 * it was not.
 */
function moveLog(client: SqliteClient, isDue: (state: LogState) => boolean): void {
  try {
    const [state = { log: 0, checkpointed: 0 }] = client
      .query<{ log: number; checkpointed: number }>("PRAGMA wal_checkpoint(NOOP)")
      .all();
    if (isDue({ log: state.log, rest: state.log - state.checkpointed }))
      client.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (error) {
    if (refusalOfSqlite(error) === null) throw error;
  }
}
