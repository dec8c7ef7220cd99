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
  return sql`${id} = any(array(${query.getSQL()} ${clauseOf({ as })}))`;
}

/**
 * The same for the first so many of what several queries find, one after the other. In one query, ordered by which of them
 * a row is in, PostgreSQL before 17 reads all rows of all of them to find the first.
 */
export function isAmongFirst(
  id: SQLWrapper,
  queries: readonly { getSQL(): SQL }[],
  countMax: SQLWrapper,
  lock: Lock,
): SQL {
  const each = queries.map((query) => query.getSQL());
  if (isFile(lock.tables)) {
    const all = sql.join(
      each.map((query) => sql`select * from (${query} limit ${countMax})`),
      sql` union all `,
    );
    return sql`${id} in (${all} limit ${countMax})`;
  }
  const arrays = sql.join(
    each.map((query) => sql`array(${query} limit ${countMax} ${clauseOf(lock)})`),
    sql` || `,
  );
  return sql`${id} = any((${arrays})[1:cast(${countMax} as integer)])`;
}

function clauseOf({ as }: Pick<Lock, "as">): SQL {
  return as === "taken" ? sql`for update skip locked` : sql`for share`;
}
