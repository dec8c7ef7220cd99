import { limits } from "../../contract/limits.ts";
import { cleanText } from "./cleanText.ts";
import { columnsOf } from "./columnsOf.ts";
import type { SheetColumn } from "./messages.ts";
import { sheetRefusals } from "./refusals.ts";

/** A sheet read to its end: rows as JSON text of string arrays, `limits.sheet.batchRows` to a batch. */
export type FinishedTable = { columns: SheetColumn[]; batches: string[]; truncated: boolean };

/**
 * Takes the cells of a sheet one after the other and keeps them within the bounds, whatever the file claims:
 * columns, rows, and long cells beyond a bound are left out and `truncated` says so; too much text in all
 * throws `too_large`. Cells of white space count as blank, blank rows are
 * skipped, and the first other row is the header.
 */
export class Table {
  #header: string[] | null = null;
  #row: string[] = [];
  #rowHasText = false;
  #rows: string[][] = [];
  #rowCount = 0;
  readonly #batches: string[] = [];
  readonly #columnHasText: boolean[] = [];
  #characters = 0;
  #truncated = false;

  /** Sets a cell of the row under way. `column` counts from 0; cells may be left out. */
  cell(column: number, text: string): void {
    if (text === "") return;
    // Counted before any work is done: one long text may be named by a million cells.
    this.#characters += Math.min(text.length, limits.sheet.cellCharactersMax);
    if (this.#characters > limits.sheet.textCharactersMax) throw sheetRefusals.unfoldsTooLarge();
    const clean = cleanText(text);
    if (!/\S/.test(clean)) return;
    if (column >= limits.sheet.columnsMax) {
      this.#truncated = true;
      return;
    }
    if (text.length > limits.sheet.cellCharactersMax) this.#truncated = true;
    while (this.#row.length < column) this.#row.push("");
    this.#row[column] = clean;
    this.#rowHasText = true;
    if (this.#header) this.#columnHasText[column] = true;
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
    if (this.#rowCount === limits.sheet.rowsMax) {
      this.#truncated = true;
      return false;
    }
    this.#rowCount += 1;
    if (this.#rows.push(row) === limits.sheet.batchRows) this.#flush();
    return true;
  }

  /** The whole table, or null where no row had any text. */
  finish(): FinishedTable | null {
    this.endRow();
    if (!this.#header) return null;
    if (this.#rows.length > 0) this.#flush();
    return {
      columns: columnsOf({ header: this.#header, hasText: this.#columnHasText }),
      batches: this.#batches,
      truncated: this.#truncated,
    };
  }

  // Text of its own instead of slices: a slice keeps the whole piece of the file it was cut from in memory.
  #flush(): void {
    this.#batches.push(JSON.stringify(this.#rows));
    this.#rows = [];
  }
}
