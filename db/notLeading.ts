import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isFile } from "./isFile.ts";
import type { Tables } from "./tables.ts";

/**
 * A column of text, written so that no index finds rows by it: for a check of rows that something else in the same
 * statement finds, by their ids say. SQLite would take an index that knows this column instead, and read all that has the
 * same value for every slice of it.
 */
export function notLeading(column: SQLWrapper): SQL {
  return sql`${column} || ''`;
}

/**
 * A condition with a query of its own, written so that it is asked of each row that is left. SQLite makes a join of an EXISTS
 * that every row has to meet, and where the rows are those of a piece, between two ids, it may look for all of the piece's
 * again for each of them. PostgreSQL does well to make a join of it, which takes a quarter of what asking each row does.
 */
export function askedOfEach(tables: Tables, condition: SQL): SQL {
  return isFile(tables) ? sql`(case when ${condition} then 1 else 0 end = 1)` : sql`(${condition})`;
}
