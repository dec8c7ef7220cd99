import { rowsOf } from "../../../../../mail/design/areas.ts";
import type { Block, Design, Row } from "../../../../../mail/design/design.ts";
import { findBlock, type Spot } from "../../../../../mail/design/edit.ts";
import { emptyRow, insertRow } from "../../../../../mail/design/editRows.ts";
import { isWayOut } from "../../../../../mail/design/fitted.ts";
import type { Selection } from "../selection.ts";

/**
 * Where something new is inserted: below the selected block, or in the selected column or row, and without a selection at
 * the end of the mail, before its footers and the unsubscribe link. A mail without any row gets one.
 */
export function insertionPlace(design: Design, { kind, id }: Selection): { design: Design; spot: Spot } {
  const found = kind === "block" ? findBlock(design, id) : null;
  if (found !== null) return { design, spot: { ...found, index: found.index + 1 } };
  for (const [row, { id: rowId, columns }] of rowsOf(design).entries())
    for (const [column, { id: columnId, contents }] of columns.entries())
      if (columnId === id || (rowId === id && column === 0))
        return { design, spot: { row, column, index: contents.length } };
  const { headers, rows } = design.body;
  const firsts = rows.map(({ columns: [first] }) => first?.contents ?? []);
  const isSaid = (block: Block) => !isWayOut(block);
  const at = firsts.findLastIndex((contents) => contents.length === 0 || contents.some(isSaid));
  const row = Math.max(at, 0);
  const index = (firsts[row]?.findLastIndex(isSaid) ?? -1) + 1;
  if (rows.length > 0) return { design, spot: { row: headers.length + row, column: 0, index } };
  const end = headers.length;
  return { design: insertRow(design, end, emptyRow([1])), spot: { row: end, column: 0, index: 0 } };
}

/**
 * Where a new row is inserted: below the selection, or at the end of the mail before its footers, also before a last row
 * that is one in all but name.
 */
export function gapBelow(design: Design, selection: Selection): number {
  const row = rowOf(design, selection);
  if (row !== null) return rowsOf(design).indexOf(row) + 1;
  const { headers, rows } = design.body;
  const last = rows.at(-1)?.columns.flatMap(({ contents }) => contents) ?? [];
  const isFooter = rows.length > 1 && last.length > 0 && last.every(isWayOut);
  return headers.length + rows.length - (isFooter ? 1 : 0);
}

/** The row that is selected or contains the selection. */
export function rowOf(design: Design, { id }: Selection): Row | null {
  const holds = (row: Row) =>
    row.columns.some((column) => column.id === id || column.contents.some((block) => block.id === id));
  return rowsOf(design).find((row) => row.id === id || holds(row)) ?? null;
}
