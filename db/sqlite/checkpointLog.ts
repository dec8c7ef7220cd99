import { importLimits } from "../../contract/limits/imports.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { refusalOfSqlite } from "./faults.ts";

type LogState = { log: number; checkpointed: number };

/**
 * Moves SQLite's log into the database once much of it is not there, when it is nobody's turn to write: within a commit it would
 * hold up everybody else. For a thread in the background. On a full disk, or beside whoever holds the file, it stays where it is:
 * what it holds is committed, and nobody is to hear that it was not.
 */
export function checkpointLog(client: SqliteClient, pagesMax: number = importLimits.checkpointPages): void {
  try {
    const state = stateOf(client);
    if (state === undefined || state.log - state.checkpointed >= pagesMax)
      client.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (error) {
    if (refusalOfSqlite(error) === null) throw error;
  }
}

/**
 * Moves the rest of a long log, for a thread in the background that has the turn to write: with nothing left in it, that write
 * begins the log anew (SQLite, "Write-Ahead Logging", section 2.2). While it was moved others will have added some, and without
 * this it would grow for as long as they write now and then, and whoever commits last would wait until it is cut off.
 */
export function finishLog(client: SqliteClient): void {
  const { logPagesMax, logRestPages } = importLimits;
  try {
    const state = stateOf(client);
    const rest = state === undefined ? 0 : state.log - state.checkpointed;
    if (state === undefined || state.log < logPagesMax || rest > logRestPages) return;
    client.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } catch (error) {
    if (refusalOfSqlite(error) === null) throw error;
  }
}

function stateOf(client: SqliteClient): LogState | undefined {
  return client.query<LogState>("PRAGMA wal_checkpoint(NOOP)").all()[0];
}
