import { readDesign, valuesOf } from "../../_design/design.ts";
import { numbered } from "../../_design/numbered.ts";

export type NamedPart = { blockId: string; name: string };

/** The blocks of a design by the ids that they have in its mail, with names that a person can find them by. */
export function namedParts(design: unknown): ReadonlyMap<string, NamedPart> {
  const read = readDesign(design);
  if (read === null) return new Map();
  const { body } = numbered(read);
  const rows = [...body.headers, ...body.rows, ...body.footers];
  return new Map(
    rows.flatMap((row, index) =>
      row.columns.flatMap(({ contents }) =>
        contents.map(({ id, type, values }): [string, NamedPart] => [
          String(valuesOf(values._meta).htmlID),
          { blockId: id, name: `${type}, row ${index + 1}` },
        ]),
      ),
    ),
  );
}
