import type { StepCode } from "../step.ts";

/** Leads that are looked at in one query. */
const pageRows = 1_000;

/**
 * What may be joined to what stands before it, or be put in another order: accents, the parts of Hangul, and signs of
 * Arabic, Kana and Indic vowels (NFC_Quick_Check is "Maybe", Unicode Standard Annex 15). Texts without any are joined.
 */
const marks =
  "\u0300-\u036f\u0653-\u0655\u093c\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf\u102e\u1100-\u11ff\u3099\u309a";

/**
 * Names with accents that are characters of their own, as they came from files of a Mac, are found by whoever types them
 * joined: what is searched has had them joined since a while, but for leads that were not saved since. Only such rows
 * are written. Not on PostgreSQL, where servers of the version before may be writing the same rows: there a lead is
 * found once it is saved or imported again.
 */
export const code: StepCode = function* ({ dialect }) {
  if (dialect === "postgres") return;
  for (let after = 0; ; ) {
    const rows = yield {
      sql: `SELECT "rowid" AS "place", "searchText" FROM "leads"
        WHERE "rowid" > $1 AND "searchText" GLOB $2 ORDER BY "rowid" LIMIT ${pageRows}`,
      values: [after, `*[${marks}]*`],
    };
    for (const { place = null, searchText } of rows) {
      const joined = String(searchText).normalize("NFC");
      if (joined !== searchText)
        yield { sql: `UPDATE "leads" SET "searchText" = $1 WHERE "rowid" = $2`, values: [joined, place] };
    }
    if (rows.length < pageRows) return;
    after = Number(rows.at(-1)?.place);
  }
};
