import { is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tables } from "./tables.ts";

/**
 * Ends a query for rows that several workers want at once: each takes others than those that another is just taking.
 * SQLite has one writer at a time and knows no such clause.
 */
export function skippingLocked(tables: Tables): SQL {
  return is(tables.jobs, SQLiteTable) ? sql`` : sql` for update skip locked`;
}
