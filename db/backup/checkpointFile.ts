import { openSqlite } from "#platform/sqlite";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { isHeld } from "../sqlite/faults.ts";

/**
 * Moves what a database's log still holds into its file, so that it is one file. SQLite leaves the log's mode only
 * where nobody else has the database open: "busy" where somebody has.
 */
export function checkpointFile(file: string): "merged" | "busy" | "damaged" {
  let client: SqliteClient | null = null;
  try {
    client = openSqlite(file, "write");
    // A connection of this process that was closed may still count as open until the garbage is collected; what it
    // wrote is moved all the same.
    client.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    client.exec("PRAGMA journal_mode = DELETE");
    return "merged";
  } catch (error) {
    return isHeld(error) ? "busy" : "damaged";
  } finally {
    client?.close();
  }
}
