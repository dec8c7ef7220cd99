import type { Design, Row } from "./design.ts";

/** Where a row stands in Unlayer's JSON: headers before everything, footers after everything. */
export type Area = "headers" | "rows" | "footers";
const areas: readonly Area[] = ["headers", "rows", "footers"];

/** Every row in the order in which the mail shows them; a row's number is counted over all of them. */
export function rowsOf({ body }: Design): readonly Row[] {
  return [...body.headers, ...body.rows, ...body.footers];
}

export function areaOf({ body }: Design, id: string): Area {
  return areas.find((area) => body[area].some((row) => row.id === id)) ?? "rows";
}

/** The design with some of its rows changed; an area of which no row is changed stays the very same list. */
export function mapRows(design: Design, change: (row: Row) => Row): Design {
  return withAreas(design, (rows) => {
    const next = rows.map(change);
    return next.some((row, at) => row !== rows[at]) ? next : rows;
  });
}

export function withAreas(design: Design, change: (rows: Row[], area: Area) => Row[]): Design {
  const { headers, rows, footers } = design.body;
  const next = {
    headers: change(headers, "headers"),
    rows: change(rows, "rows"),
    footers: change(footers, "footers"),
  };
  if (next.headers === headers && next.rows === rows && next.footers === footers) return design;
  return { ...design, body: { ...design.body, ...next } };
}

/** A gap between rows, as a place in one area. A gap at an area's edge belongs to the mail between the areas. */
export function gapOf({ body }: Design, at: number): { area: Area; index: number } {
  const headers = body.headers.length;
  if (at < headers) return { area: "headers", index: at };
  const index = at - headers;
  if (index <= body.rows.length) return { area: "rows", index };
  return { area: "footers", index: index - body.rows.length };
}
