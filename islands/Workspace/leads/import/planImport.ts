import { type ColumnMap, type LeadRow, leadFromRow } from "../../../../contract/columns.ts";
import type { RejectedRow } from "./importRows.ts";
import type { SheetRow } from "./readFile.ts";

/** A lead and the row of the file it stands in, counted as a spreadsheet does: the headings are row 1. */
export type PlannedRow = { row: number; lead: LeadRow };
export type ImportPlan = { keep: PlannedRow[]; reject: RejectedRow[] };

/** Which rows can be brought in with these columns. A row needs a first name and an e-mail. */
export function planImport(rows: readonly SheetRow[], map: ColumnMap): ImportPlan {
  const plan: ImportPlan = { keep: [], reject: [] };
  for (const [index, sheetRow] of rows.entries()) {
    const row = index + 2;
    const lead = leadFromRow(sheetRow, map);
    if (lead === null) plan.reject.push({ row, reason: "First name or e-mail is missing" });
    else plan.keep.push({ row, lead });
  }
  return plan;
}
