import { sheetLimits } from "../../contract/limits/sheet.ts";
import type { SheetColumn } from "./messages.ts";
import { RowBuilder } from "./RowBuilder.ts";

/** A sheet read to its end: rows as JSON text of string arrays, `sheetLimits.batchRows` to a batch. */
export type FinishedTable = { columns: SheetColumn[]; batches: string[]; truncated: boolean };

/** Takes the cells of a sheet one after the other and keeps its rows; too much text in all throws `too_large`. */
export class Table {
  readonly #builder: RowBuilder;
  #rows: string[][] = [];
  readonly #batches: string[] = [];

  constructor() {
    this.#builder = new RowBuilder({
      rowsMax: sheetLimits.rowsMax,
      columnsMax: sheetLimits.columnsMax,
      textCharactersMax: sheetLimits.textCharactersMax,
      onRow: (row) => {
        if (this.#rows.push(row) === sheetLimits.batchRows) this.#flush();
      },
    });
  }

  cell(column: number, text: string): void {
    this.#builder.cell(column, text);
  }

  dropRow(): void {
    this.#builder.dropRow();
  }

  endRow(number?: number, isHidden?: boolean): boolean {
    return this.#builder.endRow(number, isHidden);
  }

  /** The whole table, or null where no row had any text. */
  finish(): FinishedTable | null {
    this.#builder.finish();
    const columns = this.#builder.columns();
    if (!columns) return null;
    if (this.#rows.length > 0) this.#flush();
    return { columns, batches: this.#batches, truncated: this.#builder.truncated };
  }

  // Text of its own instead of slices: a slice keeps the whole piece of the file it was cut from in memory.
  #flush(): void {
    this.#batches.push(JSON.stringify(this.#rows));
    this.#rows = [];
  }
}
