import { and, asc, desc, type SQL } from "drizzle-orm";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { Builder } from "../../database.ts";
import { behind, type KeysetColumns, placeFields } from "../../keyset.ts";
import type { Tables } from "../../tables.ts";

type Walk = {
  from: Tables["leads"] | Tables["memberships"];
  where: SQL | undefined;
  /** The order; together they name one row. */
  columns: KeysetColumns;
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
  const fields = placeFields(columns);
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
