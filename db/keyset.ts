import { type AnyColumn, asc, desc, is, SQL, sql } from "drizzle-orm";

/** What a list is sorted by; together they name one row, and the last is what no two rows share. */
export type KeysetColumns = readonly (AnyColumn | SQL)[];

/** Where a row stands in such an order: its value of each column. */
export type Place = readonly (string | number | boolean)[];

/** What is read of a row to know its place. */
export function placeFields(columns: KeysetColumns): Record<string, SQL> {
  return Object.fromEntries(columns.map((column, index) => [`at${index}`, sql`${column}`]));
}

/** The place of a row that was read with `placeFields`, alike on every database. */
export function placeOf(columns: KeysetColumns, row: Record<string, unknown>): Place {
  return columns.map((column, index) => {
    const value = row[`at${index}`];
    const kind = kindOf(column);
    return kind === "number" ? Number(value) : kind === "boolean" ? Boolean(value) : String(value);
  });
}

/** Whether values that came from outside are a place of this order, and such as a database can compare. */
export function isPlace(columns: KeysetColumns, values: readonly unknown[]): values is Place {
  return values.length === columns.length && columns.every((column, index) => isOf(column, values[index]));
}

function isOf(column: AnyColumn | SQL, value: unknown): boolean {
  if (typeof value === "number") return kindOf(column) === "number" && Number.isSafeInteger(value);
  // PostgreSQL takes neither a NUL nor half a character.
  if (typeof value === "string")
    return kindOf(column) === "string" && value.isWellFormed() && !value.includes("\0");
  return typeof value === kindOf(column);
}

/** Expressions that lists are sorted by are texts. */
function kindOf(column: AnyColumn | SQL): string {
  return is(column, SQL) ? "string" : column.dataType;
}

/** One column of an order. */
export function inOrder(column: AnyColumn | SQL, order: "asc" | "desc"): SQL {
  return order === "asc" ? asc(column) : desc(column);
}

/** Rows that come later in the order. */
export function behind(
  columns: KeysetColumns,
  { order, place }: { order: "asc" | "desc"; place: readonly unknown[] },
): SQL {
  const [than, orAt] = order === "asc" ? [sql.raw(">"), sql.raw(">=")] : [sql.raw("<"), sql.raw("<=")];
  const [column, id] = columns;
  // SQLite does not look a pair up in an index over an expression.
  if (is(column, SQL))
    return sql`${column} ${orAt} ${place[0]} and (${column} ${than} ${place[0]} or ${id} ${than} ${place[1]})`;
  const values = place.map((value, index) => {
    const of = columns[index];
    return of === undefined || is(of, SQL) ? sql`${value}` : sql`${sql.param(value, of)}`;
  });
  return sql`(${sql.join([...columns], sql`, `)}) ${than} (${sql.join(values, sql`, `)})`;
}
