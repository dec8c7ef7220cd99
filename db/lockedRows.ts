import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isFile } from "./isFile.ts";
import type { Tables } from "./tables.ts";

type Lock = {
  tables: Tables;
  /** "taken": nobody else's, and those that are somebody's are passed over; "kept": nobody changes them until the end. */
  as: "taken" | "kept";
};

/**
 * For `where`: the rows whose ids a query finds (or whether it finds a given one), locked until the transaction ends. SQLite has one writer at a time and
 * no such clause; on PostgreSQL the query runs once, before anything is changed, however the rest is planned.
 */
export function isAmong(id: SQLWrapper, query: { getSQL(): SQL }, { tables, as }: Lock): SQL {
  if (isFile(tables)) return sql`${id} in (${query.getSQL()})`;
  const clause = as === "taken" ? sql`for update skip locked` : sql`for share`;
  return sql`${id} = any(array(${query.getSQL()} ${clause}))`;
}
