import { type AnyColumn, and, asc, desc, is, SQL, sql } from "drizzle-orm";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { Builder } from "../../database.ts";
import type { Tables } from "../../tables.ts";

type Walk = {
  from: Tables["leads"] | Tables["memberships"];
  where: SQL | undefined;
  /** The order; together they name one row. */
  columns: readonly (AnyColumn | SQL)[];
  order: "asc" | "desc";
  offset: number;
  /** Rows that are passed over in one statement. */
  stride?: number;
};

/**
 * Where a page far into a long order begins: a condition, and how few rows are left to pass over behind it. To pass over
 * a million rows in one statement would hold everybody else up, so it is done in strides. Null beyond the list's end.
 */
export async function walkTo(
  read: Pick<Builder, "select">,
  { from, where, columns, order, offset, stride = leadLimits.walkStride }: Walk,
): Promise<{ where: SQL | undefined; offset: number } | null> {
  const direction = order === "asc" ? asc : desc;
  const fields = Object.fromEntries(columns.map((column, index) => [`at${index}`, sql`${column}`]));
  let reached = where;
  let left = offset;
  while (left > stride) {
    const [row] = await read
      .select(fields)
      .from(from)
      .where(reached)
      .orderBy(...columns.map(direction))
      .limit(1)
      .offset(stride - 1);
    if (row === undefined) return null;
    reached = and(where, behind(columns, { order, place: Object.values(row) }));
    left -= stride;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { where: reached, offset: left };
}

/** Rows that come later in the order. */
function behind(
  columns: readonly (AnyColumn | SQL)[],
  { order, place }: { order: "asc" | "desc"; place: readonly unknown[] },
): SQL {
  const [than, orAt] = order === "asc" ? [sql.raw(">"), sql.raw(">=")] : [sql.raw("<"), sql.raw("<=")];
  const [column, id] = columns;
  // SQLite does not look a pair up in an index over an expression.
  if (is(column, SQL))
    return sql`${column} ${orAt} ${place[0]} and (${column} ${than} ${place[0]} or ${id} ${than} ${place[1]})`;
  const values = place.map((value) => sql`${value}`);
  return sql`(${sql.join([...columns], sql`, `)}) ${than} (${sql.join(values, sql`, `)})`;
}
