import { rowsOf } from "../../../../../mail/design/areas.ts";
import type { Design, Row } from "../../../../../mail/design/design.ts";
import { findBlock, type Spot } from "../../../../../mail/design/edit.ts";
import { emptyRow, insertRow } from "../../../../../mail/design/editRows.ts";
import type { Selection } from "../selection.ts";

/**
 * Where something new goes: below the selected block, in the selected column or row, else at the end of the mail
 * before its footers. A mail without any row gets one.
 */
export function spotBelow(design: Design, { kind, id }: Selection): { design: Design; spot: Spot } {
  const found = kind === "block" ? findBlock(design, id) : null;
  if (found !== null) return { design, spot: { ...found, index: found.index + 1 } };
  for (const [row, { id: rowId, columns }] of rowsOf(design).entries())
    for (const [column, { id: columnId, contents }] of columns.entries())
      if (columnId === id || (rowId === id && column === 0))
        return { design, spot: { row, column, index: contents.length } };
  const { headers, rows } = design.body;
  const index = rows.at(-1)?.columns[0]?.contents.length;
  const last = headers.length + rows.length - 1;
  if (index !== undefined) return { design, spot: { row: last, column: 0, index } };
  return { design: insertRow(design, last + 1, emptyRow([1])), spot: { row: last + 1, column: 0, index: 0 } };
}

/** The gap below what is selected, else the one at the end of the mail before its footers. */
export function gapBelow(design: Design, selection: Selection): number {
  const row = rowOf(design, selection);
  if (row !== null) return rowsOf(design).indexOf(row) + 1;
  return design.body.headers.length + design.body.rows.length;
}

/** The row that is selected, or that holds what is. */
export function rowOf(design: Design, { id }: Selection): Row | null {
  const holds = (row: Row) =>
    row.columns.some((column) => column.id === id || column.contents.some((block) => block.id === id));
  return rowsOf(design).find((row) => row.id === id || holds(row)) ?? null;
}
