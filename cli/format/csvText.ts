import { csvLines } from "../../contract/imports/csvLines.ts";

/** Rows as CSV whose first line names the columns. */
export function csvText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return csvLines([columns, ...rows]);
}
