import { isMomentName } from "../../contract/isoDates.ts";
import type { Column } from "./table.ts";

/**
 * The columns of a table for the fields that were asked for, in their order: the table's own column if it has one for
 * the field, otherwise the plain value under the field's name.
 */
export function fieldColumns<T extends object>(
  fields: readonly string[],
  columns: readonly Column<T>[],
): Column<T>[] {
  return fields.map((field) => {
    const own = columns.find((column) => column.field === field);
    if (own === undefined)
      return { title: field, value: (row) => asText(field, (row as Record<string, unknown>)[field]) };
    // A column that was asked for is not left out if there is little room.
    const { spare, ...asked } = own;
    return asked;
  });
}

/** The plain values of one entry. */
export function fieldTexts(fields: readonly string[], entry: object): string[] {
  return fields.map((field) => asText(field, (entry as Record<string, unknown>)[field]));
}

function asText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" && isMomentName(name)) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((part) => asText("", part)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
