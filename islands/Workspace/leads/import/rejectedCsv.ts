import { csvLines } from "../../../../contract/csvLines.ts";
import type { RejectedRow } from "./importRows.ts";
import type { Sheet } from "./readFile.ts";

/** The rejected rows as they stood in the file, each with its row and the reason, ready to be corrected. */
export function rejectedCsv(sheet: Sheet, rejected: readonly RejectedRow[]): string {
  const head = ["row", "reason", ...sheet.columns];
  const lines = rejected.map(({ row, reason }) => {
    const cells = sheet.rows[row - 2] ?? {};
    return [String(row), reason, ...sheet.columns.map((column) => cells[column] ?? "")];
  });
  return csvLines([head, ...lines]);
}
