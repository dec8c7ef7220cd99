import type { RejectedRow } from "./importRows.ts";
import type { Sheet } from "./readFile.ts";

/** The rejected rows as they stood in the file, each with its row and the reason, ready to be corrected. */
export function rejectedCsv(sheet: Sheet, rejected: readonly RejectedRow[]): string {
  const head = ["row", "reason", ...sheet.columns];
  const lines = rejected.map(({ row, reason }) => {
    const cells = sheet.rows[row - 2] ?? {};
    return [String(row), reason, ...sheet.columns.map((column) => cells[column] ?? "")];
  });
  return [head, ...lines].map((cells) => cells.map(csvCell).join(",")).join("\r\n");
}

/** Quoted as RFC 4180 says; what a spreadsheet would run as a formula gets an apostrophe first. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
