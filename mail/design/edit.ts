import { mapRows, rowsOf } from "./areas.ts";
import type { Block, Column, Design, Values } from "./design.ts";
import { fresh } from "./editRows.ts";

/** Changes to a design. Each answers a new one and leaves what it does not touch as the very same objects. */

/** A place among blocks; rows are counted over headers, rows and footers. */
export type Spot = { row: number; column: number; index: number };

export function findBlock(design: Design, id: string): (Spot & { block: Block }) | null {
  for (const [row, { columns }] of rowsOf(design).entries())
    for (const [column, { contents }] of columns.entries()) {
      const index = contents.findIndex((block) => block.id === id);
      const block = contents[index];
      if (block !== undefined) return { row, column, index, block };
    }
  return null;
}

export function insertBlock(design: Design, spot: Spot, block: Block): Design {
  return withContents(design, spot, (list) => [
    ...list.slice(0, spot.index),
    block,
    ...list.slice(spot.index),
  ]);
}

export function removeBlock(design: Design, id: string): Design {
  const found = findBlock(design, id);
  return found === null
    ? design
    : withContents(design, found, (list) => list.filter((block) => block.id !== id));
}

/** Puts a block somewhere else; `to` is counted with the block still where it was. */
export function moveBlock(design: Design, id: string, to: Spot): Design {
  const from = findBlock(design, id);
  if (from === null) return design;
  const isSameColumn = from.row === to.row && from.column === to.column;
  if (isSameColumn && (to.index === from.index || to.index === from.index + 1)) return design;
  const isBefore = isSameColumn && from.index < to.index;
  return insertBlock(removeBlock(design, id), isBefore ? { ...to, index: to.index - 1 } : to, from.block);
}

/** One step up or down: past its neighbour, or into the next column. Null at the edge. */
export function stepOf(design: Design, id: string, direction: 1 | -1): Spot | null {
  const from = findBlock(design, id);
  if (from === null) return null;
  const length = columnAt(design, from)?.contents.length ?? 0;
  if (direction < 0 && from.index > 0) return { ...from, index: from.index - 1 };
  if (direction > 0 && from.index < length - 1) return { ...from, index: from.index + 2 };
  const columns = rowsOf(design).flatMap((row, at) => row.columns.map((_, column) => ({ row: at, column })));
  const at = columns.findIndex(({ row, column }) => row === from.row && column === from.column);
  const next = columns[at + direction];
  if (next === undefined) return null;
  return { ...next, index: direction > 0 ? 0 : (columnAt(design, next)?.contents.length ?? 0) };
}

export function changeBlock(design: Design, id: string, change: (block: Block) => Block): Design {
  const found = findBlock(design, id);
  if (found === null) return design;
  return withContents(design, found, (list) =>
    list.map((block) => (block.id === id ? change(block) : block)),
  );
}

/** A copy right below, with an id of its own and no number: it must not share styles with its model. */
export function duplicateBlock(design: Design, id: string): { design: Design; copyId: string } {
  const found = findBlock(design, id);
  if (found === null) return { design, copyId: id };
  const block = fresh(found.block);
  return { design: insertBlock(design, { ...found, index: found.index + 1 }, block), copyId: block.id };
}

export function changeColumn(design: Design, id: string, change: (column: Column) => Column): Design {
  return mapRows(design, (row) =>
    row.columns.some((column) => column.id === id)
      ? { ...row, columns: row.columns.map((column) => (column.id === id ? change(column) : column)) }
      : row,
  );
}

export function changeBody(design: Design, change: (values: Values) => Values): Design {
  return { ...design, body: { ...design.body, values: change(design.body.values) } };
}

function columnAt(design: Design, { row, column }: Pick<Spot, "row" | "column">): Column | undefined {
  return rowsOf(design)[row]?.columns[column];
}

function withContents(
  design: Design,
  spot: Pick<Spot, "row" | "column">,
  change: (contents: Block[]) => Block[],
): Design {
  const column = columnAt(design, spot);
  return column === undefined
    ? design
    : changeColumn(design, column.id, (before) => ({ ...before, contents: change(before.contents) }));
}
