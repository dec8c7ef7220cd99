import { readDesign, type Values, valuesOf } from "../../../../mail/design/design.ts";
import { numbered } from "../../../../mail/design/numbered.ts";
import { textFor } from "../engine/textFor.ts";
import type { DesignCheckTexts } from "./designChecks.ts";

export type NamedPart = { partId: string; name: string };

/** The blocks and rows of a design by their ids in its mail, with names for people. */
export function namedParts(design: unknown, texts: DesignCheckTexts): ReadonlyMap<string, NamedPart> {
  const read = readDesign(design);
  if (read === null) return new Map();
  const { body } = numbered(read);
  const rows = [...body.headers, ...body.rows, ...body.footers];
  return new Map(
    rows.flatMap((row, index): [string, NamedPart][] => [
      [idOf(row.values), { partId: row.id, name: texts.checks.row(index + 1) }],
      ...row.columns.flatMap(({ contents }) =>
        contents.map(({ id, type, values }): [string, NamedPart] => [
          idOf(values),
          {
            partId: id,
            name: texts.checks.block({ type: textFor(texts.design.blocks, type), row: index + 1 }),
          },
        ]),
      ),
    ]),
  );
}

function idOf(values: Values): string {
  return String(valuesOf(values._meta).htmlID);
}
