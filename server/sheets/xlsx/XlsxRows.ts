import { importLimits } from "../../../contract/limits/imports.ts";
import { sheetLimits } from "../../../contract/limits/sheet.ts";
import type { CellSink } from "../csv.ts";
import type { NumberFormat } from "../dateText.ts";
import type { LinkedAddresses } from "../linked/linkedAddresses.ts";
import { linkFormula, linkFormulaMax } from "../linked/linkFormula.ts";
import { withAddress } from "../linked/mailtoAddress.ts";
import { type NumberWriter, plainNumber } from "../numberText.ts";
import type { LinkedColumns } from "../OpenWorkbook.ts";
import { sheetRefusals } from "../refusals.ts";
import { attributesOf, type XmlListener } from "../XmlScanner.ts";
import { unescapeText } from "./xlsxSharedTexts.ts";

type Linked = { columns: LinkedColumns; addresses: LinkedAddresses };

/** What the cells of a workbook refer to. */
export type XlsxBook = {
  sharedTexts: readonly string[];
  formats: readonly NumberFormat[];
  writeNumber: NumberWriter;
};

/**
 * Listens to a worksheet's XML and hands its cells on (ECMA-376 part 1, section 18.3.1.4). The sheet's stated
 * dimension is never read, and nothing is ever made per row or column that has no cell.
 */
export class XlsxRows implements XmlListener {
  readonly #book: XlsxBook;
  readonly #sink: CellSink;
  readonly #linked: Linked | null;
  #reference = "";
  #column = -1;
  #type = "";
  #style = 0;
  #value = "";
  #isInValue = false;
  #hasFormula = false;
  #isInFormula = false;
  /** What it says, where a cell may link to an address by it. */
  #formula = "";
  #phoneticDepth = 0;
  #rowsSeen = 0;
  #rowNumber = 0;
  #isRowHidden = false;
  #cellsSeen = 0;
  /** Whether no further row is wanted. */
  isDone = false;

  constructor(book: XlsxBook, sink: CellSink, linked?: Linked) {
    this.#book = book;
    this.#sink = sink;
    this.#linked = linked ?? null;
  }

  open(name: string, tag: string): void {
    if (name === "c") {
      this.#openCell(tag);
    } else if (name === "v" || name === "t") this.#isInValue = this.#phoneticDepth === 0;
    else if (name === "f") this.#hasFormula = this.#isInFormula = true;
    else if (name === "rPh") this.#phoneticDepth += 1;
    else if (name === "row") this.#openRow(tag);
  }

  /** A row without a number follows the one before it. */
  #openRow(tag: string): void {
    this.#column = -1;
    const number = Number(/\sr=["'](\d{1,7})["']/.exec(tag)?.[1] ?? 0);
    this.#rowNumber = number <= sheetLimits.worksheetRowsMax ? number : 0;
    this.#isRowHidden = /\shidden=["'](?:1|true)["']/.test(tag);
  }

  #openCell(tag: string): void {
    this.#cellsSeen += 1;
    if (this.#cellsSeen > sheetLimits.worksheetCellsMax) throw sheetRefusals.unfoldsTooLarge();
    // A cell without a reference follows the one before it.
    this.#column += 1;
    this.#type = "";
    this.#style = 0;
    this.#value = "";
    this.#hasFormula = false;
    this.#formula = "";
    this.#reference = "";
    // Only these three one-letter attributes matter, and millions of cells have them: no expression is as fast.
    for (let at = 1; at < tag.length; at += 1) {
      if (tag.charCodeAt(at) !== 61) continue;
      const quote = tag.charAt(at + 1);
      const end = tag.indexOf(quote, at + 2);
      // White space beside the sign of equality is allowed, though no program is known to write it.
      if ((quote !== '"' && quote !== "'") || end === -1) {
        this.#setAttributes(tag);
        return;
      }
      if (tag.charCodeAt(at - 2) <= 32) this.#setAttribute(tag.charAt(at - 1), tag.slice(at + 2, end));
      at = end;
    }
  }

  #setAttributes(tag: string): void {
    for (const [name, value] of attributesOf(tag)) this.#setAttribute(name, value);
  }

  #setAttribute(name: string, value: string): void {
    if (name === "r") {
      this.#column = columnIndex(value);
      this.#reference = value;
    } else if (name === "t") this.#type = value;
    else if (name === "s") this.#style = Number(value);
  }

  text(text: string): void {
    if (this.#isInValue && this.#value.length <= sheetLimits.cellCharactersMax) this.#value += text;
    else if (this.#isInFormula && this.#linked !== null && this.#formula.length <= linkFormulaMax)
      this.#formula += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.#isInValue = false;
    else if (name === "f") this.#isInFormula = false;
    else if (name === "rPh") this.#phoneticDepth -= 1;
    else if (name === "c") this.#closeCell();
    else if (name === "row") this.#endRow();
  }

  #closeCell(): void {
    if (this.isDone) return;
    const link = this.#link();
    if (this.#value === "") {
      // A program that computes nothing left the formula without its value, which is not the same as a blank cell.
      if (!this.#hasFormula || this.#type === "str") return;
      this.#type = "str";
      this.#value = link?.shown ?? uncomputed;
    }
    // A cell that is not kept only has to be known of; there may be millions.
    const isKept = this.#column < importLimits.columnsMax;
    this.#sink.cell(this.#column, isKept ? withAddress(this.#cellText(), link?.address) : this.#value);
  }

  /** To whom the cell links, in columns in which that is asked for. */
  #link(): { address: string; shown?: string } | null {
    if (this.#linked === null) return null;
    const { columns, addresses } = this.#linked;
    if (columns !== "all" && !columns.has(this.#column)) return null;
    const address = addresses.get(this.#reference);
    if (address !== undefined) return { address };
    return this.#formula === "" ? null : linkFormula(unescapeText(this.#formula));
  }

  #endRow(): void {
    this.#rowsSeen += 1;
    if (
      !this.#sink.endRow(this.#rowNumber, this.#isRowHidden) ||
      this.#rowsSeen === sheetLimits.worksheetRowsMax
    )
      this.isDone = true;
  }

  #cellText(): string {
    const value = this.#value;
    switch (this.#type) {
      case "s":
        return this.#book.sharedTexts[Number(value)] ?? "";
      case "b":
        return value.trim() === "1" || value.trim().toLowerCase() === "true" ? "TRUE" : "FALSE";
      case "":
      case "n":
        return this.#numberText(value);
      case "d":
        return value.replace(/T00:00:00(\.0+)?Z?$/, "");
      default:
        return unescapeText(value);
    }
  }

  #numberText(value: string): string {
    const number = Number(value);
    if (Number.isNaN(number)) return value;
    const format = this.#book.formats[this.#style];
    return format === undefined ? plainNumber(number) : this.#book.writeNumber(number, format);
  }
}

/** What spreadsheet programs show in the place of a value that they do not have yet. */
const uncomputed = "#GETTING_DATA";

/** "BC12" is column 54, counted from 0. Absurd references land far outside the columns that are kept. */
function columnIndex(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 8; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + (letter - 64);
  }
  return column === 0 ? importLimits.columnsMax : column - 1;
}
