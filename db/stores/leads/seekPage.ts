import { and, asc, desc, type SQL } from "drizzle-orm";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { Builder } from "../../database.ts";
import { behind, type KeysetColumns, placeFields } from "../../keyset.ts";
import { nextTurn } from "../../nextTurn.ts";
import type { Tables } from "../../tables.ts";

type Seek = {
  from: Tables["leads"] | Tables["memberships"];
  where: SQL | undefined;
  /** The columns of the order. Together they identify a row. */
  columns: KeysetColumns;
  order: "asc" | "desc";
  offset: number;
  /** How many rows one statement skips. */
  stride?: number | undefined;
};

/**
 * Finds where a page far into a long order begins. Returns a condition, and the small offset that is left behind it; null
 * beyond the list's end. Skipping a million rows in one statement would hold up everybody else, so they are skipped in strides.
 */
export async function seekPage(
  read: Pick<Builder, "select">,
  { from, where, columns, order, offset, stride = leadLimits.seekStride }: Seek,
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
    await nextTurn();
  }
  return { where: reached, offset: left };
}
