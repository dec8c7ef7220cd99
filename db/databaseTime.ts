import { is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tables } from "./tables.ts";

/** Milliseconds since 1970 by the database's own clock, which is one for everybody who asks it. */
export function databaseNow(tables: Tables): SQL<number> {
  return is(tables.leads, SQLiteTable)
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}
