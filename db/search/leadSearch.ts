import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type SearchBounds, searchLimits } from "../../contract/limits/leads.ts";
import type { Database } from "../database.ts";
import type { LeadSearch } from "./dialectSearch.ts";
import { createSqliteSearch } from "./sqliteSearch.ts";

/** Null on PostgreSQL, where an index over the texts is kept with each row and used by every statement that can. */
export function leadSearchOf(database: Database, bounds: SearchBounds = searchLimits): LeadSearch | null {
  return is(database.tables.leads, SQLiteTable) ? createSqliteSearch(database, bounds) : null;
}
