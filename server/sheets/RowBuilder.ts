import { sheetLimits } from "../../contract/limits/sheet.ts";
import { cleanText } from "./cleanText.ts";
import { columnsOf } from "./columnsOf.ts";
import type { SheetColumn } from "./messages.ts";
import { sheetRefusals } from "./refusals.ts";

export type RowBuilderOptions = {
  rowsMax: number;
  /** Characters in all cells together; more are refused as too large. */
  textCharactersMax: number;
  /** Takes a row that is whole; its cells stand where they stood, blank ones at the end left out. */
  onRow(cells: string[]): void;
};

/**
 * Makes rows of cells that come one after the other, within the bounds, whatever the file claims: columns, rows, and
 * long cells beyond a bound are left out and `truncated` says so. Cells of white space count as blank, blank rows
 * are skipped, and the first other row is the header.
 */
export class RowBuilder {
  readonly #options: RowBuilderOptions;
  #header: string[] | null = null;
  #row: string[] = [];
  #rowHasText = false;
  readonly #columnHasText: boolean[] = [];
  #characters = 0;
  rowCount = 0;
  truncated = false;

  constructor(options: RowBuilderOptions) {
    this.#options = options;
  }

  /** Sets a cell of the row under way. `column` counts from 0; cells may be left out. */
  cell(column: number, text: string): void {
    if (text === "") return;
    // Counted before any work is done: one long text may be named by a million cells.
    this.#characters += Math.min(text.length, sheetLimits.cellCharactersMax);
    if (this.#characters > this.#options.textCharactersMax) throw sheetRefusals.unfoldsTooLarge();
    const clean = cleanText(text);
    if (!/\S/.test(clean)) return;
    if (column >= sheetLimits.columnsMax) {
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

  /** Ends the row under way. Answers false once no further row is wanted. */
  endRow(): boolean {
    const row = this.#row;
    this.#row = [];
    if (!this.#rowHasText) return true;
    this.#rowHasText = false;
    if (!this.#header) {
      this.#header = row;
      return true;
    }
    if (this.rowCount === this.#options.rowsMax) {
      this.truncated = true;
      return false;
    }
    this.rowCount += 1;
    this.#options.onRow(row);
    return true;
  }

  /** The columns by name, or null where no row had any text. */
  columns(): SheetColumn[] | null {
    return this.#header && columnsOf({ header: this.#header, hasText: this.#columnHasText });
  }
}
