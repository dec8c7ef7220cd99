import { type SQL, sql } from "drizzle-orm";
import { isFile } from "./isFile.ts";
import type { Tables } from "./tables.ts";

/** Milliseconds since 1970 by the database's own clock, which is one for everybody who asks it. */
export function databaseNow(tables: Tables): SQL<number> {
  return isFile(tables)
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
}

/** The same as it was when the transaction began, before the first of its statements saw anything. */
export function transactionNow(tables: Tables): SQL<number> {
  return isFile(tables)
    ? databaseNow(tables)
    : sql<number>`(extract(epoch from transaction_timestamp()) * 1000)::bigint`;
}
