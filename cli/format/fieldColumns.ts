import { isMomentName } from "../../contract/isoDates.ts";
import type { Column } from "./table.ts";

/**
 * The columns of a table that was asked for by its fields, in the order in which they were named: each as the table
 * itself shows it, where it has a column for it, and otherwise as it stands, under its own name.
 */
export function fieldColumns<T extends object>(
  fields: readonly string[],
  columns: readonly Column<T>[],
): Column<T>[] {
  return fields.map((field) => {
    const own = columns.find((column) => column.field === field);
    if (own === undefined)
      return { title: field, value: (row) => asText(field, (row as Record<string, unknown>)[field]) };
    // What was asked for is not left out for want of room.
    const { spare, ...asked } = own;
    return asked;
  });
}

/** The same of one entry, as it stands. */
export function fieldTexts(fields: readonly string[], entry: object): string[] {
  return fields.map((field) => asText(field, (entry as Record<string, unknown>)[field]));
}

function asText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" && isMomentName(name)) return new Date(value).toISOString();
  if (Array.isArray(value)) return value.map((part) => asText("", part)).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
