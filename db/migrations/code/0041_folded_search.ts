import { foldedText } from "../../../contract/foldedText.ts";
import { type LeadFields, searchTextOf } from "../../stores/leads/searchText.ts";
import type { Query, Row, StepCode } from "../step.ts";

/** Rows that are looked at in one query. */
const pageRows = 1_000;

/** Each table, and the text of one of its rows as it is written from now on. */
const texts: Readonly<Record<string, (row: Row) => string>> = {
  leads: (row) => searchTextOf(row as unknown as LeadFields),
  deletedLeads: (row) => searchTextOf(row as unknown as LeadFields),
  // What an import found, which stands without the address.
  importChanges: ({ searchText }) => foldedText(String(searchText)),
};

/**
 * What searches look in is folded: without accents, and with umlauts spelled out behind it. Only rows that have letters beyond
 * ASCII change. Not on PostgreSQL, where servers of the version before may be writing the same rows: there a lead's text is
 * folded once it is saved or imported again, and until then it is found as it is written.
 */
export const code: StepCode = function* ({ dialect }) {
  if (dialect === "postgres") return;
  for (const [table, textOf] of Object.entries(texts)) yield* fold(table, textOf);
};

function* fold(table: string, textOf: (row: Row) => string): Generator<Query, void, Row[]> {
  for (let after = 0; ; ) {
    const rows = yield {
      sql: `SELECT "rowid" AS "place", * FROM "${table}"
        WHERE "rowid" > $1 AND "searchText" GLOB '*[^ -~]*' ORDER BY "rowid" LIMIT ${pageRows}`,
      values: [after],
    };
    for (const row of rows) {
      const text = textOf(row);
      if (text !== row.searchText)
        yield {
          sql: `UPDATE "${table}" SET "searchText" = $1 WHERE "rowid" = $2`,
          values: [text, row.place ?? null],
        };
    }
    if (rows.length < pageRows) return;
    after = Number(rows.at(-1)?.place);
  }
}
