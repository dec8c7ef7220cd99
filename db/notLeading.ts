import { type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
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

/**
 * How many rows the next ones in an order are, or how many are left out before one, where no other condition but an index's own
 * chooses among them. PostgreSQL does not know it while it plans, so it reads on from a place in the index. One that it knows
 * makes it gather and sort all that is behind that place, for each batch anew, where it takes that for little: in a table of
 * whose growth its statistics do not tell yet, as a moment after an import.
 */
export function unforeseen(tables: Tables, count: number): number | Placeholder {
  // Whatever is no number is taken over as it is, though drizzle's types know only of its own placeholders.
  return isFile(tables) ? count : (sql`(select cast(${count} as integer))` as unknown as Placeholder);
}
