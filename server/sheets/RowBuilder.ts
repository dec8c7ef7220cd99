import { sheetLimits } from "../../contract/limits/sheet.ts";
import { cleanText } from "./cleanText.ts";
import { columnsOf } from "./columnsOf.ts";
import { type HeadingPlace, headingRow, headingsByContent, type NumberedRow } from "./headings.ts";
import type { SheetColumn } from "./messages.ts";
import { sheetRefusals } from "./refusals.ts";

type RowBuilderOptions = {
  rowsMax: number;
  columnsMax: number;
  /** Characters in all cells together; more are refused as too large. */
  textCharactersMax: number;
  /** Where the headings are; in the first row with any text if that is not said. */
  heading?: HeadingPlace;
  /** Takes a row that is whole, with its number in the file; blank cells at the end are left out. */
  onRow(cells: string[], row: number): void;
};

/**
 * Makes rows of cells that come one after the other, within the bounds, whatever the file claims: columns, rows, and
 * long cells beyond a bound are left out and `truncated` says so. Cells of white space count as blank, blank rows
 * are skipped, and so is what stands above the headings.
 */
export class RowBuilder {
  readonly #options: RowBuilderOptions;
  readonly #heading: HeadingPlace;
  /** The first rows as they stand, those above the headings too. */
  readonly firstRows: NumberedRow[] = [];
  /** The number of the row with the headings; null where there are none. */
  headingRow: number | null = null;
  /** Null until it is known which row has the headings; blank where none has. */
  #header: string[] | null = null;
  #number = 0;
  #row: string[] = [];
  #rowHasText = false;
  readonly #columnHasText: boolean[] = [];
  #characters = 0;
  rowCount = 0;
  /** Rows among them that the sheet does not show, which a filter left in it may have meant to leave out. */
  hiddenCount = 0;
  truncated = false;

  constructor(options: RowBuilderOptions) {
    this.#options = options;
    this.#heading = options.heading ?? "first";
    if (this.#heading === "none") this.#header = [];
  }

  /** Sets a cell of the row under way. `column` counts from 0; cells may be left out. */
  cell(column: number, text: string): void {
    if (text === "") return;
    // Counted before any work is done: one long text may be named by a million cells.
    this.#characters += Math.min(text.length, sheetLimits.cellCharactersMax);
    if (this.#characters > this.#options.textCharactersMax) throw sheetRefusals.unfoldsTooLarge();
    const clean = cleanText(text);
    if (!/\S/.test(clean)) return;
    if (column >= this.#options.columnsMax) {
      this.truncated = true;
      return;
    }
    if (text.length > sheetLimits.cellCharactersMax) this.truncated = true;
    while (this.#row.length < column) this.#row.push("");
    this.#row[column] = clean;
    this.#rowHasText = true;
    if (this.#header) this.#columnHasText[column] = true;
  }

  /** Forgets the row under way: it is read again once more of the text is there. */
  dropRow(): void {
    this.#row = [];
    this.#rowHasText = false;
  }

  /**
   * Ends the row under way; `number` is its own in a file that leaves blank rows out. Answers false once no further row
   * is wanted.
   */
  endRow(number = 0, isHidden = false): boolean {
    this.#number = Math.max(this.#number + 1, number);
    if (!this.#rowHasText) return true;
    const row = { row: this.#number, cells: this.#row, isHidden };
    this.#row = [];
    this.#rowHasText = false;
    if (this.firstRows.length < sheetLimits.headingRows) this.firstRows.push(row);
    return this.#header === null ? this.#seekHeading(row) : this.#give(row);
  }

  /** Says that no row follows. */
  finish(): void {
    this.endRow();
    if (this.#header === null && this.#heading === "guess" && this.firstRows.length > 0) this.#guessHeading();
  }

  /** The columns by name, or null where no row had any text, or none the headings. */
  columns(): SheetColumn[] | null {
    if (this.#header === null || (this.#heading === "none" && this.firstRows.length === 0)) return null;
    const header = this.headingRow === null ? headingsByContent(this.firstRows) : this.#header;
    return columnsOf({ header, hasText: this.#columnHasText });
  }

  #seekHeading(row: NumberedRow): boolean {
    if (this.#heading === "guess")
      return this.firstRows.length < sheetLimits.headingRows || this.#guessHeading();
    if (this.#heading === "first" || row.row === this.#heading) this.#setHeading(row);
    return true;
  }

  /** Hands over what waited for it. */
  #guessHeading(): boolean {
    const guessed = headingRow(this.firstRows);
    this.#setHeading(this.firstRows.find(({ row }) => row === guessed) ?? null);
    const rows = this.firstRows.filter(({ row }) => row > (guessed ?? 0));
    for (const { cells } of rows)
      cells.forEach((cell, column) => {
        if (cell !== "") this.#columnHasText[column] = true;
      });
    return rows.every((row) => this.#give(row));
  }

  #setHeading(row: NumberedRow | null): void {
    this.#header = row?.cells ?? [];
    this.headingRow = row?.row ?? null;
  }

  #give({ row, cells, isHidden }: NumberedRow): boolean {
    if (this.rowCount === this.#options.rowsMax) {
      this.truncated = true;
      return false;
    }
    this.rowCount += 1;
    if (isHidden) this.hiddenCount += 1;
    this.#options.onRow(cells, row);
    return true;
  }
}
