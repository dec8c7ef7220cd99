import type { Design, Row } from "../../../_design/design.ts";
import * as edit from "../../../_design/edit.ts";
import type { Selection } from "./selection.ts";

/** Below the selected block, in the selected column or row, else at the end of the mail. */
export function spotBelow(design: Design, { kind, id }: Selection): edit.Spot {
  const found = kind === "block" ? edit.findBlock(design, id) : null;
  if (found !== null) return { row: found.row, column: found.column, index: found.index + 1 };
  const { rows } = design.body;
  for (const [row, { id: rowId, columns }] of rows.entries())
    for (const [column, { id: columnId, contents }] of columns.entries())
      if (columnId === id || (rowId === id && column === 0)) return { row, column, index: contents.length };
  return { row: rows.length - 1, column: 0, index: rows.at(-1)?.columns[0]?.contents.length ?? 0 };
}

/** Which number a row gets that is put below what is selected. */
export function rowBelow(design: Design, { id }: Selection): number {
  const at = design.body.rows.findIndex(
    (row) =>
      row.id === id ||
      row.columns.some((column) => column.id === id || column.contents.some((block) => block.id === id)),
  );
  return at < 0 ? design.body.rows.length : at + 1;
}

/** The row that is selected, or that holds what is. */
export function rowOf({ body }: Design, { id }: Selection): Row | null {
  const holds = (row: Row) =>
    row.columns.some((column) => column.id === id || column.contents.some((block) => block.id === id));
  return body.rows.find((row) => row.id === id || holds(row)) ?? null;
}
