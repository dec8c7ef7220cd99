import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tables } from "./tables.ts";

/** Whether the database of these tables is a file, which one machine has for itself. */
export function isFile(tables: Tables): boolean {
  return is(tables.leads, SQLiteTable);
}
