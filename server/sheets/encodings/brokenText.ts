import { closeSync, openSync, readSync } from "node:fs";
import { importLimits } from "../../../contract/limits/imports.ts";
import { createEasternText, type EasternEncoding } from "./easternText.ts";
import { createJapaneseText } from "./japaneseText.ts";

type BrokenEncoding = "utf8" | "macintosh" | "shift_jis" | "windows-1252" | EasternEncoding;

/**
 * What a text is in that is not UTF-8 throughout. Where at least as much of what is beyond ASCII is UTF-8 as is not, it was
 * meant to be, and a name was cut in the middle of a letter: in another encoding, everybody else's accents would be
 * garbled. Where lines end in carriage returns alone, a Macintosh wrote it. All else is Windows', as Excel writes it there
 * when it is asked for plain CSV: the western one, unless the text can only be another.
 */
export function brokenEncodingOf(pieces: Iterable<Uint8Array>): BrokenEncoding {
  const decoder = new TextDecoder("utf-8");
  const seen = { whole: 0, broken: 0, returns: false, lineFeeds: false };
  const eastern = createEasternText();
  const japanese = createJapaneseText();
  for (const piece of pieces) {
    eastern.add(piece);
    japanese.add(piece);
    seen.returns ||= piece.includes(carriageReturn);
    seen.lineFeeds ||= piece.includes(lineFeed);
    const text = decoder.decode(piece, { stream: true });
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === replacement) seen.broken += 1;
      else if (code > lastOfAscii) seen.whole += 1;
    }
  }
  if (seen.whole > 0 && seen.whole >= seen.broken) return "utf8";
  if (seen.returns && !seen.lineFeeds) return "macintosh";
  if (japanese.isJapanese()) return "shift_jis";
  return eastern.encoding() ?? "windows-1252";
}

/** The same of a file, of which a piece at a time is in memory. */
export function brokenEncodingOfFile(path: string): BrokenEncoding {
  return brokenEncodingOf(piecesOf(path));
}

const [lineFeed, carriageReturn, lastOfAscii, replacement] = [0x0a, 0x0d, 0x7f, 0xfffd];

function* piecesOf(path: string): Generator<Uint8Array> {
  const buffer = new Uint8Array(importLimits.chunkBytes);
  const file = openSync(path, "r");
  try {
    for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer))
      yield buffer.subarray(0, count);
  } finally {
    closeSync(file);
  }
}
