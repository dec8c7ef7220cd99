import { isSqliteFault } from "#platform/sqlite";
import type { Refusal } from "../../contract/errors.ts";
import { refused } from "../../contract/refused.ts";

/** What this dialect's error means to the person who asked; null for one that is a fault of ours. */
export function refusalOfSqlite(error: unknown): Refusal | null {
  const code = sqliteCode(error);
  if (isFull(error)) return refused("disk_full_refused", {}, { cause: error });
  if (code?.startsWith("SQLITE_BUSY") || code === "SQLITE_LOCKED")
    return refused("busy", {}, { cause: error, retryAfterMs: 1_000 });
  return null;
}

/** Whether the file is no database, or one whose pages contradict each other: only a backup helps. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode(error) ?? "");
}

/** Whether it is a database, or the rest of one, that cannot be read any more. */
export function isCorrupt(error: unknown): boolean {
  return sqliteCode(error)?.startsWith("SQLITE_CORRUPT") ?? false;
}

/** Whether there is no room left on the disk, or in the file where that is bounded. */
export function isFull(error: unknown): boolean {
  return sqliteCode(error) === "SQLITE_FULL";
}

/** Whether somebody else holds the file just now. */
export function isHeld(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error) ?? "");
}

/** Whether the driver itself says so, in a few words of its own. */
export const isDriverFault: typeof isSqliteFault = isSqliteFault;

/** Drizzle wraps the driver's error, so the code may be on the cause. */
function sqliteCode(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause)
    if (isSqliteFault(current)) return current.code;
  return undefined;
}
