import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { findSeparator, readCsv } from "../../server/sheets/csv.ts";
import { readCsvFile } from "../../server/sheets/readCsvFile.ts";
import { bytesOf, openSheets } from "../support/sheets/openSheets.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const sheets = openSheets();
const separators = [",", ";", "\t", "|"];

/** Cells of every kind that a file can carry: separators, quotes, line ends, other scripts; never blank by white space alone. */
const cell = fc
  .oneof(
    fc.constantFrom("", "a;b", "a,b|c\td", '"', '""', 'say "hi"', "two\nlines", "\n", "'", "=1+1"),
    fc.string({ unit: "grapheme" }),
  )
  .map((text) => text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, "").toWellFormed())
  .map((text) => (text.trim() === "" ? "" : text));

const table = fc
  .record({ width: fc.integer({ min: 1, max: 8 }), separator: fc.constantFrom(...separators) })
  .chain(({ width, separator }) =>
    fc.record({
      separator: fc.constant(separator),
      lineEnd: fc.constantFrom("\n", "\r\n"),
      header: fc.constant(Array.from({ length: width }, (_, index) => `Name ${index}`)),
      // A row of blanks is no row, so the first cell always has text.
      rows: fc.array(
        fc
          .array(cell, { minLength: width, maxLength: width })
          .map((cells) => [cells[0] || "x", ...cells.slice(1)]),
        { maxLength: 12 },
      ),
    }),
  );

/** RFC 4180: a cell with a separator, a quote or a line end stands in quotes, and its quotes are doubled. */
function csvOf(rows: readonly (readonly string[])[], style: { separator: string; lineEnd: string }): string {
  const quoted = (text: string) =>
    /["\n]/.test(text) || separators.some((separator) => text.includes(separator))
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  return rows.map((cells) => cells.map(quoted).join(style.separator)).join(style.lineEnd);
}

test("any table written by the rules of RFC 4180 comes back cell by cell", async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ header, rows, separator, lineEnd }) => {
      const csv = csvOf([header, ...rows], { separator, lineEnd });
      const result = await sheets.convert({ name: "table.csv", bytes: bytesOf(csv) });
      expect(result.columns).toEqual(header);
      expect(result.rows.map((row) => header.map((name) => row[name]))).toEqual(rows);
    }),
    { numRuns: 30 },
  );
});

test("any text at all, under any of the three names, ends as rows or as a refusal", async () => {
  const bytes = fc.oneof(
    fc.string({ unit: "binary" }).map(bytesOf),
    fc
      .array(fc.constantFrom('"', ",", "\n", "a", ";", "\r", "\ufeff"), { maxLength: 60 })
      .map((parts) => bytesOf(parts.join(""))),
    fc.uint8Array({ maxLength: 300 }),
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom("a.csv", "a.xls", "a.xlsx"), async (content, name) => {
      const status = await sheets.convert({ name, bytes: content }).then(
        ({ rows, columns }) => rows.every((row) => Object.keys(row).length === columns.length),
        (error: { status?: number }) => error.status === 400,
      );
      expect(status).toBe(true);
    }),
    { numRuns: 30 },
  );
});

const folder = mkdtempSync(join(tmpdir(), "amplify-csv-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Takes the rows as they are handed over. */
function rowsTaken() {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = (column: number, text: string) => {
    row[column] = text;
  };
  const endRow = () => {
    rows.push(row);
    row = [];
    return true;
  };
  const dropRow = () => {
    row = [];
  };
  return { rows, sink: { cell, endRow, dropRow } };
}

test("a file that is read piece by piece has the rows that it has as a whole, wherever it is cut", () => {
  const text = fc
    .array(fc.constantFrom('"', '""', ",", "\n", "a", "bc", ";", "ü", "\r\n", '"x"', "😀"), { maxLength: 60 })
    .map((parts) => parts.join(""));
  const path = join(folder, "cut.csv");
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (content, chunkBytes) => {
      // The separator is guessed from the first piece; here it is named, since pieces are so small.
      const whole = rowsTaken();
      const { separator, body } = findSeparator(`sep=,\n${content.replace(/\r\n?/g, "\n")}`);
      readCsv(body, { separator, sink: whole.sink });
      const pieces = rowsTaken();
      writeFileSync(path, content);
      readCsvFile({ path, encoding: "utf-8", sink: pieces.sink, chunkBytes, separator });
      expect(pieces.rows).toEqual(whole.rows);
    }),
    { numRuns: 300 },
  );
});
