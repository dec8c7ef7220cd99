import { closeSync, openSync, readSync } from "node:fs";
import { isAddressBook } from "../../contract/imports/otherFile.ts";
import type { OtherEncoding } from "../../contract/imports/textEncodings.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { type CellSink, findSeparator, readCsv } from "./csv.ts";
import { utf16Of } from "./encodings/utf16.ts";
import { isMarkup } from "./fileKind.ts";
import { sheetRefusals } from "./refusals.ts";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | OtherEncoding;

type CsvFile = {
  path: string;
  encoding: TextEncoding;
  sink: CellSink;
  /** Told the bytes read so far; what it throws ends the reading. */
  onBytes?: (bytes: number) => void;
  /** Bytes read at a time; tests make it small. */
  chunkBytes?: number;
  /** Known already; otherwise the start of the file tells. */
  separator?: string;
};

/**
 * Reads a CSV file of any length piece by piece, so that memory holds one window of it.
 * @throws {Refusal} where it is no such text; {NotUtf8} where it is not in the encoding.
 */
export function readCsvFile({ sink, onBytes, ...file }: CsvFile): void {
  let rest = "";
  let separator = file.separator;
  for (const { text, bytes, isLast } of textOf(file)) {
    onBytes?.(bytes);
    if (text.includes("\0")) throw sheetRefusals.notASheet();
    let window = rest + text;
    if (separator === undefined) {
      if (isMarkup(window)) throw sheetRefusals.webPage();
      if (isAddressBook(window)) throw sheetRefusals.addressBook();
      const found = findSeparator(window);
      separator = found.separator;
      window = found.body;
    }
    const isFull = window.length >= importLimits.windowCharacters;
    const read = readCsv(window, { separator, sink, window: { isPart: !isLast, isFull } });
    if (read === -1) return;
    rest = window.slice(read);
    // A record that is longer than a window can hold is no lead's: what is there of it goes on as it is.
    if (rest.length >= importLimits.windowCharacters) {
      if (readCsv(rest, { separator, sink }) === -1) return;
      rest = "";
    }
  }
}

/** The text is not what its first bytes promised; read it again as `brokenEncodingOfFile` says. */
export class NotUtf8 extends Error {
  override readonly name = "NotUtf8";
}

/** The encoding that the start tells; where it tells none, what most files are in. */
export function encodingOf(start: Uint8Array): TextEncoding {
  return utf16Of(start) ?? "utf-8";
}

type Piece = { text: string; bytes: number; isLast: boolean };

/** The file's text with "\n" line ends; the last piece, which may be empty, says that it is. */
function* textOf(source: Pick<CsvFile, "path" | "encoding" | "chunkBytes">): Generator<Piece> {
  const { path, encoding, chunkBytes = importLimits.chunkBytes } = source;
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  const buffer = new Uint8Array(chunkBytes);
  const file = openSync(path, "r");
  let bytes = 0;
  let held = "";
  try {
    for (;;) {
      const count = readSync(file, buffer);
      bytes += count;
      const raw = held + decoded(decoder, buffer.subarray(0, count), count > 0);
      // A carriage return at the end may be half of a line end.
      held = count > 0 && raw.endsWith("\r") ? "\r" : "";
      const text = raw.slice(0, raw.length - held.length).replace(/\r\n?/g, "\n");
      yield { text, bytes, isLast: count === 0 };
      if (count === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch (cause) {
    throw new NotUtf8("not UTF-8", { cause });
  }
}
