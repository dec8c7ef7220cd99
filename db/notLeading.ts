import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * A column of text, written so that no index finds rows by it: for a check of rows that something else in the same
 * statement finds, by their ids say. SQLite would take an index that knows this column instead, and read all that has the
 * same value for every slice of it.
 */
export function notLeading(column: SQLWrapper): SQL {
  return sql`${column} || ''`;
}
