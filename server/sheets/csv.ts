import { sheetLimits } from "../../contract/limits/sheet.ts";

/** Takes the cells of a sheet as they come. `endRow` answers false to stop the reading. */
export type CellSink = {
  cell(column: number, text: string): void;
  /** With the row's number in a file that leaves blank rows out, and whether it is hidden in the sheet. */
  endRow(number?: number, isHidden?: boolean): boolean;
  dropRow(): void;
};

/** What is read of a longer text: a window that begins with a record. */
type CsvWindow = {
  /** More follows, so the last record is left for the next window. */
  isPart: boolean;
  /** A quote that does not close in this window is a stray one: no record is as long as that. */
  isFull: boolean;
};

const lineFeed = 10;
const quote = 34;
// A byte order mark is one within a file that was put together of several, or that a program marked once more.
const [tab, blank, mark] = [9, 32, 0xfeff];

/**
 * Reads CSV (RFC 4180) with "\n" line ends, and goes on where the rules are broken, as spreadsheet programs do:
 * rows may be ragged, text may follow a closing quote, a quote that opens nothing is an ordinary character, and blanks
 * may stand around a whole cell in quotes, as in what scripts join with ", ".
 * Papa Parse lets one stray quote swallow all rows up to a quote that ends a cell, and csv-parse refuses the file for one
 * that never closes, in eight times the time; of twelve such texts each reads five otherwise.
 * Answers where the first record begins that was not read, or -1 once no more is wanted.
 */
export function readCsv(
  text: string,
  options: { separator: string; sink: CellSink; window?: CsvWindow },
): number {
  const { separator, sink, window = { isPart: false, isFull: true } } = options;
  const separatorCode = separator.charCodeAt(0);
  let column = 0;
  let position = 0;
  let recordStart = 0;
  const closes = createClosing(text, separatorCode);
  const leaveRest = () => {
    sink.dropRow();
    return recordStart;
  };
  for (;;) {
    const opening = pastBlanks(text, { position, separatorCode });
    const isQuoted = text.charCodeAt(opening) === quote;
    const single = isQuoted ? singleQuoteAfter(text, opening) : -1;
    const closing = single !== -1 && closes({ position, opening, single }) ? single : -1;
    // Whether this quote ever closes, and what follows it, may be told by the text that is still to come.
    const isOpen =
      isQuoted &&
      (single === -1 || pastBlanks(text, { position: single + 1, separatorCode }) === text.length);
    if (isOpen && window.isPart && !window.isFull) return leaveRest();
    const end = plainEnd(text, { position: closing === -1 ? position : closing + 1, separatorCode });
    if (closing === -1) sink.cell(column, text.slice(position, end));
    else {
      const inside = text.slice(opening + 1, closing).replaceAll('""', '"');
      sink.cell(column, opening === position ? inside + text.slice(closing + 1, end) : inside);
    }
    if (end >= text.length) {
      if (window.isPart) return leaveRest();
      break;
    }
    position = end + 1;
    if (text.charCodeAt(end) === lineFeed) {
      if (!sink.endRow()) return -1;
      column = 0;
      recordStart = position;
    } else column += 1;
  }
  return sink.endRow() ? text.length : -1;
}

/** Where the blanks at a position end. */
function pastBlanks(text: string, at: { position: number; separatorCode: number }): number {
  let { position } = at;
  for (;;) {
    const code = text.charCodeAt(position);
    if (code !== blank && code !== mark && (code !== tab || code === at.separatorCode)) return position;
    position += 1;
  }
}

/** The next quote that is not one of two in a row, which stand for one quote inside a cell; -1 where there is none. */
function singleQuoteAfter(text: string, position: number): number {
  let at = text.indexOf('"', position + 1);
  while (at !== -1 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2);
  return at;
}

/** Where an unquoted cell ends: at a separator, at a line end, or at the end of the text. */
function plainEnd(text: string, at: { position: number; separatorCode: number }): number {
  let end = at.position;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code === at.separatorCode || code === lineFeed) break;
    end += 1;
  }
  return end;
}

/**
 * Whether the quoted cell that opens at `opening` closes with the next single quote. Where that one stands in the middle
 * of a word on another line, the first is a stray one, or else the rows between would be lost; behind blanks it opens
 * nothing unless the cell ends with the other. Asked from the start
 * of the text to its end; the end of a line is looked for once, or else a long line would be gone through for each cell.
 */
function createClosing(text: string, separatorCode: number) {
  let lineEnd = -1;
  return ({ position, opening, single }: { position: number; opening: number; single: number }): boolean => {
    const isBare = opening === position;
    const next = isBare ? single + 1 : pastBlanks(text, { position: single + 1, separatorCode });
    const after = text.charCodeAt(next);
    if (after === separatorCode || after === lineFeed || next === text.length) return true;
    if (!isBare) return false;
    if (lineEnd < position) lineEnd = text.indexOf("\n", position);
    if (lineEnd === -1) lineEnd = text.length;
    return lineEnd > single;
  };
}

const separators = [",", ";", "\t", "|"];

/**
 * Splits off Excel's own first line ("sep=;") or tells the separator from the first records: the one under which
 * most records have as many cells as the header, and of equals the one that gives more cells. Where a title without
 * it stands above the header, more than half of all have to agree: in a single column it may be anybody's full stop.
 */
export function findSeparator(text: string): { separator: string; body: string } {
  const named = /^\ufeff*"?sep=([^\n"])"?(?:\n|$)/i.exec(text);
  if (named?.[1]) return { separator: named[1], body: text.slice(named[0].length) };
  const sample = text.slice(0, sheetLimits.guessCharacters);
  let best = { separator: ",", agreeing: 0, width: 1 };
  for (const separator of separators) {
    const widths = recordWidths(sample, separator);
    const width = widths.find((cells) => cells > 1);
    if (width === undefined) continue;
    const agreeing = widths.filter((other) => other === width).length / widths.length;
    if (widths[0] !== width && agreeing <= 0.5) continue;
    if (agreeing > best.agreeing || (agreeing === best.agreeing && width > best.width)) {
      best = { separator, agreeing, width };
    }
  }
  return { separator: best.separator, body: text };
}

/** How many cells each of the first records has, blank ones left out. */
function recordWidths(sample: string, separator: string): number[] {
  const widths: number[] = [];
  let width = 0;
  let hasText = false;
  readCsv(sample, {
    separator,
    sink: {
      cell: (column, text) => {
        width = column + 1;
        hasText ||= text !== "";
      },
      endRow: () => {
        if (hasText) widths.push(width);
        hasText = false;
        return widths.length < sheetLimits.guessRecords;
      },
      dropRow: () => {},
    },
  });
  return widths;
}
