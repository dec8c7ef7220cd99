import { type Block, type Column, type Design, newId, type Row, type Values } from "./design.ts";

/** Changes to a design. Each answers a new one and leaves what it does not touch as the very same objects. */

export type Spot = { row: number; column: number; index: number };

export function findBlock(design: Design, id: string): (Spot & { block: Block }) | null {
  for (const [row, { columns }] of design.body.rows.entries())
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
  const isBefore = from.row === to.row && from.column === to.column && from.index < to.index;
  return insertBlock(removeBlock(design, id), isBefore ? { ...to, index: to.index - 1 } : to, from.block);
}

/** One step up or down: past its neighbour, or into the next column. Null at the edge. */
export function stepOf(design: Design, id: string, direction: 1 | -1): Spot | null {
  const from = findBlock(design, id);
  if (from === null) return null;
  const length = columnAt(design, from)?.contents.length ?? 0;
  if (direction < 0 && from.index > 0) return { ...from, index: from.index - 1 };
  if (direction > 0 && from.index < length - 1) return { ...from, index: from.index + 2 };
  const columns = design.body.rows.flatMap((row, at) =>
    row.columns.map((_, column) => ({ row: at, column })),
  );
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

export function insertRow(design: Design, at: number, row: Row): Design {
  return withRows(design, (rows) => [...rows.slice(0, at), row, ...rows.slice(at)]);
}

export function removeRow(design: Design, id: string): Design {
  return withRows(design, (rows) => rows.filter((row) => row.id !== id));
}

export function moveRow(design: Design, id: string, direction: 1 | -1): Design {
  const at = design.body.rows.findIndex((row) => row.id === id);
  const row = design.body.rows[at];
  const to = at + direction;
  if (row === undefined || to < 0 || to >= design.body.rows.length) return design;
  return insertRow(removeRow(design, id), to, row);
}

export function duplicateRow(design: Design, id: string): Design {
  const at = design.body.rows.findIndex((row) => row.id === id);
  const row = design.body.rows[at];
  if (row === undefined) return design;
  const columns = row.columns.map((column) => ({ ...fresh(column), contents: column.contents.map(fresh) }));
  return insertRow(design, at + 1, { ...fresh(row), columns });
}

export function changeRow(design: Design, id: string, change: (row: Row) => Row): Design {
  return withRows(design, (rows) => rows.map((row) => (row.id === id ? change(row) : row)));
}

export function changeColumn(design: Design, id: string, change: (column: Column) => Column): Design {
  return withRows(design, (rows) =>
    rows.map((row) =>
      row.columns.some((column) => column.id === id)
        ? { ...row, columns: row.columns.map((column) => (column.id === id ? change(column) : column)) }
        : row,
    ),
  );
}

export function changeBody(design: Design, change: (values: Values) => Values): Design {
  return { ...design, body: { ...design.body, values: change(design.body.values) } };
}

export function emptyRow(cells: readonly number[]): Row {
  const columns = cells.map(() => ({ id: newId(), values: {}, contents: [] }));
  return { id: newId(), cells: [...cells], columns, values: {} };
}

/** The row with ids of its own all through, so that it can stand in one mail twice. */
export function freshRow(row: Row): Row {
  const columns = row.columns.map((column) => ({ ...fresh(column), contents: column.contents.map(fresh) }));
  return { ...fresh(row), columns };
}

function fresh<T extends { id: string; values: Values }>(part: T): T {
  const { _meta, ...values } = part.values;
  return { ...part, id: newId(), values };
}

function columnAt(design: Design, { row, column }: Pick<Spot, "row" | "column">): Column | undefined {
  return design.body.rows[row]?.columns[column];
}

function withRows(design: Design, change: (rows: Row[]) => Row[]): Design {
  return { ...design, body: { ...design.body, rows: change(design.body.rows) } };
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
