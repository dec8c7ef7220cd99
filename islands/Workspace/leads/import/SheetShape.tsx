import { type OtherEncoding, textEncodings } from "../../../../contract/imports/textEncodings.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { ImportJob } from "../../../../contract/schemas/imports.ts";
import { importTexts } from "../../../../contract/texts/workspace/imports.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { SelectField } from "../../../_parts/fields/SelectField.tsx";

/** Another way to read the file: from a sheet, with its headings in a row or nowhere, in an encoding. */
export type Look = { sheet?: string; heading?: number | "none"; encoding?: OtherEncoding };

/** How it is said on the wire that no row has headings. */
const nowhere = "none";

/** The file's first rows as they stand, which sheet they are of, and which of them has the headings. */
export function SheetShape({ job, onTurn }: { job: ImportJob; onTurn: (look: Look) => void }) {
  const texts = useTexts(importTexts);
  const { sheets, sheet, encoding, firstRows = [], heading = null } = job;
  const ofSheet = sheet === null ? {} : { sheet };
  return (
    <>
      <div className="column-map sheet-shape">
        {sheets.length > 1 ? (
          <SelectField
            label={texts.columns.sheet}
            value={sheet ?? ""}
            onChange={({ target }) => onTurn({ sheet: target.value })}
          >
            {sheets.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        ) : null}
        {encoding === undefined ? null : <Letters encoding={encoding} onTurn={onTurn} />}
        {firstRows.length === 0 ? null : (
          <SelectField
            label={texts.columns.headings}
            hint={heading === null ? texts.columns.headingsNamed : undefined}
            value={heading ?? nowhere}
            onChange={({ target }) =>
              onTurn({ ...ofSheet, heading: target.value === nowhere ? nowhere : Number(target.value) })
            }
          >
            {firstRows.map(({ row, cells }) => (
              <option key={row} value={row}>
                {texts.columns.headingsIn({ row, text: lineOf(cells) })}
              </option>
            ))}
            <option value={nowhere}>{texts.columns.noHeadings}</option>
          </SelectField>
        )}
      </div>
      {firstRows.length === 0 ? null : <RawRows rows={shownOf(firstRows, heading)} heading={heading} />}
    </>
  );
}

/** Of a file that does not say it: what it seems to be in may be wrong. */
function Letters({ encoding, onTurn }: { encoding: OtherEncoding; onTurn: (look: Look) => void }) {
  const texts = useTexts(importTexts);
  return (
    <SelectField
      label={texts.columns.letters}
      hint={texts.columns.lettersHint}
      value={encoding}
      onChange={({ target }) => onTurn({ encoding: target.value as OtherEncoding })}
    >
      {textEncodings.map((one) => (
        <option key={one} value={one}>
          {texts.encodings[one]}
        </option>
      ))}
    </SelectField>
  );
}

type Rows = NonNullable<ImportJob["firstRows"]>;

/** With a few rows below the headings, also where they stand far down. */
function shownOf(rows: Rows, heading: number | null): Rows {
  const above = heading === null ? 0 : rows.findIndex(({ row }) => row === heading) + 1;
  return rows.slice(0, above + screenLimits.rawRows);
}

function RawRows({ rows, heading }: { rows: Rows; heading: number | null }) {
  const texts = useTexts(importTexts);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => index);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard (WCAG 2.1.1).
    <section className="table-frame raw-rows" tabIndex={0} aria-label={texts.columns.raw}>
      <table className="table">
        <caption className="visually-hidden">{texts.columns.raw}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.row}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {letterOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, cells }) => (
            <tr
              key={row}
              data-part={row === heading ? "heading" : row < (heading ?? 0) ? "above" : undefined}
            >
              <th scope="row">
                {row}
                {row < (heading ?? 0) ? (
                  <span className="visually-hidden"> {texts.columns.aboveHeadings}</span>
                ) : null}
              </th>
              {columns.map((column) => (
                <td key={column}>
                  <span className="import-cell">{cells[column] ?? ""}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function lineOf(cells: readonly string[]): string {
  const line = cells.filter((cell) => cell !== "").join(", ");
  return line.length > screenLimits.headingCharacters
    ? `${line.slice(0, screenLimits.headingCharacters)}…`
    : line;
}

/** As spreadsheet programs call a column: A to Z, then AA. */
function letterOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letterOf(Math.floor(column / 26) - 1) + last;
}
