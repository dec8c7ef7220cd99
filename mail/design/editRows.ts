import { type Area, gapOf, mapRows, rowsOf, withAreas } from "./areas.ts";
import { type Design, newId, type Row, type Values } from "./design.ts";

/** Changes to whole rows. A gap's number is counted over headers, rows and footers; gap 0 is above the first. */

export function insertRow(design: Design, gap: number, row: Row): Design {
  const place = gapOf(design, gap);
  return withAreas(design, (rows, area) =>
    area === place.area ? [...rows.slice(0, place.index), row, ...rows.slice(place.index)] : rows,
  );
}

export function removeRow(design: Design, id: string): Design {
  return withAreas(design, (rows) =>
    rows.some((row) => row.id === id) ? rows.filter((row) => row.id !== id) : rows,
  );
}

/** Puts a row into a gap; the gap is counted with the row still where it was. */
export function moveRow(design: Design, id: string, gap: number): Design {
  const rows = rowsOf(design);
  const from = rows.findIndex((row) => row.id === id);
  const row = rows[from];
  // Right above and right below itself it stays what it is, at the edge of an area too.
  if (row === undefined || gap === from || gap === from + 1) return design;
  const { area, index } = gapOf(design, gap);
  const own = design.body[area].findIndex((other) => other.id === id);
  const at = own >= 0 && own < index ? index - 1 : index;
  return withAreas(removeRow(design, id), (list, name) =>
    name === area ? [...list.slice(0, at), row, ...list.slice(at)] : list,
  );
}

/** One step up or down within its area: no key makes a header of a row. The same design at the edge. */
export function stepRow(design: Design, id: string, direction: 1 | -1): Design {
  return withAreas(design, (rows) => {
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    const neighbour = rows[at + direction];
    if (row === undefined || neighbour === undefined) return rows;
    const [first, second] = direction > 0 ? [neighbour, row] : [row, neighbour];
    const start = Math.min(at, at + direction);
    return [...rows.slice(0, start), first, second, ...rows.slice(start + 2)];
  });
}

/** Makes a header, a footer or an ordinary row of it; it joins the area where it is nearest to where it was. */
export function placeRow(design: Design, id: string, area: Area): Design {
  const row = rowsOf(design).find((other) => other.id === id);
  if (row === undefined || design.body[area].includes(row)) return design;
  const isAtEnd = area === "headers" || (area === "rows" && design.body.footers.includes(row));
  return withAreas(removeRow(design, id), (rows, name) => {
    if (name !== area) return rows;
    return isAtEnd ? [...rows, row] : [row, ...rows];
  });
}

/** A copy right below it, in the same area. */
export function duplicateRow(design: Design, id: string): { design: Design; copyId: string } {
  let copyId = id;
  const next = withAreas(design, (rows) => {
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    if (row === undefined) return rows;
    const copy = freshRow(row);
    copyId = copy.id;
    return [...rows.slice(0, at + 1), copy, ...rows.slice(at + 1)];
  });
  return { design: next, copyId };
}

export function changeRow(design: Design, id: string, change: (row: Row) => Row): Design {
  return mapRows(design, (row) => (row.id === id ? change(row) : row));
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

/** A copy with an id of its own and no number: it must not share styles with its model. */
export function fresh<T extends { id: string; values: Values }>(part: T): T {
  const { _meta, ...values } = part.values;
  return { ...part, id: newId(), values };
}
