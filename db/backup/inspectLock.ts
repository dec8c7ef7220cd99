import { openSqlite } from "#platform/sqlite";
import { databaseLimits } from "../../contract/limits/database.ts";
import { isHeld } from "../sqlite/faults.ts";

/**
 * Whether another process keeps everybody else from writing to a sound database file for as long as calls wait for that.
 * Nothing is written; a server's own writes are over by then, or let others in between.
 */
export function isLocked(file: string): boolean {
  const client = openSqlite(file, "write");
  try {
    client.exec(`PRAGMA busy_timeout = ${databaseLimits.busyTotalMs}`);
    client.exec("BEGIN IMMEDIATE");
    client.exec("ROLLBACK");
    return false;
  } catch (error) {
    // What else keeps whoever looks from writing, as a disk that is read-only, is said of the folder.
    return isHeld(error);
  } finally {
    client.close();
  }
}
