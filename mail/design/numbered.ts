import { countOf, type Design, type Row, type Values, valuesOf } from "./design.ts";

/**
 * The design as Unlayer's editor writes it: every part has an element id of its own, and `counters` says the highest
 * number given so far. What has an id keeps it, so that nothing changes under somebody else's styles.
 */
export function numbered(design: Design): Design {
  const counters: Record<string, number> = {};
  for (const [key, count] of Object.entries(valuesOf(design.counters))) counters[key] = countOf(count);
  const given = new Set<string>();
  const number = (values: Values, name: string, flags: Values): Values => {
    const meta = valuesOf(values._meta);
    const known = typeof meta.htmlID === "string" ? meta.htmlID : "";
    if (known !== "" && !given.has(known)) {
      given.add(known);
      counters[name] = Math.max(counters[name] ?? 0, Number(/_(\d+)$/.exec(known)?.[1] ?? 0));
      return values;
    }
    const count = (counters[name] ?? 0) + 1;
    counters[name] = count;
    given.add(`${name}_${count}`);
    return { ...flags, ...values, _meta: { ...meta, htmlID: `${name}_${count}`, htmlClassNames: name } };
  };
  const flags = { selectable: true, draggable: true, duplicatable: true, deletable: true, hideable: true };
  const numberRow = (row: Row): Row => ({
    ...row,
    values: number(row.values, "u_row", flags),
    columns: row.columns.map((column) => ({
      ...column,
      values: number(column.values, "u_column", {}),
      contents: column.contents.map((block) => ({
        ...block,
        values: number(block.values, `u_content_${block.type}`, flags),
      })),
    })),
  });
  const { body } = design;
  // Parts that have a number are counted first: a new one must not be given the number of a later part.
  for (const row of [...body.headers, ...body.rows, ...body.footers]) countRow(row, counters);
  return {
    ...design,
    body: {
      ...body,
      headers: body.headers.map(numberRow),
      rows: body.rows.map(numberRow),
      footers: body.footers.map(numberRow),
    },
    counters,
  };
}

function countRow(row: Row, counters: Record<string, number>): void {
  const parts: [Values, string][] = [
    [row.values, "u_row"],
    ...row.columns.map((column): [Values, string] => [column.values, "u_column"]),
    ...row.columns.flatMap(({ contents }) =>
      contents.map((block): [Values, string] => [block.values, `u_content_${block.type}`]),
    ),
  ];
  for (const [values, name] of parts) {
    const { htmlID } = valuesOf(values._meta);
    const count = typeof htmlID === "string" ? Number(/_(\d+)$/.exec(htmlID)?.[1] ?? 0) : 0;
    counters[name] = Math.max(counters[name] ?? 0, count);
  }
}
