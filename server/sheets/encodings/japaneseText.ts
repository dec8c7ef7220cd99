import { importLimits } from "../../../contract/limits/imports.ts";

/**
 * Whether the bytes of a text that is not UTF-8 are those of Windows in Japanese, as Excel writes plain CSV there. All of them
 * have to make letters, some of which are kana: the first bytes of these are ‚ and ƒ in the west, with an accented letter behind
 * each, and nearly any accent of a western text leaves a byte over.
 */
export function createJapaneseText() {
  const seen = { beyondAscii: 0, kana: 0, wrong: 0 };
  let first = 0;

  const addByte = (byte: number) => {
    if (byte > lastOfAscii) seen.beyondAscii += 1;
    if (first !== 0) {
      if (!isSecond(byte)) seen.wrong += 1;
      else if (isKana(first, byte)) seen.kana += 1;
      first = 0;
    } else if (isFirst(byte)) first = byte;
    else if (byte > lastOfAscii && !isHalfWide(byte)) seen.wrong += 1;
  };

  return {
    add(piece: Uint8Array): void {
      for (let at = 0; at < piece.length && seen.wrong === 0; at += 1) {
        if (seen.beyondAscii >= importLimits.lettersBeyondAsciiMax) return;
        addByte(piece[at] ?? 0);
      }
    },
    isJapanese: () => seen.wrong === 0 && seen.kana >= kanaMin,
  };
}

const lastOfAscii = 0x7f;
const kanaMin = 2;

const isWithin = (byte: number, [from, to]: readonly [number, number]) => byte >= from && byte <= to;

function isFirst(byte: number): boolean {
  return isWithin(byte, [0x81, 0x9f]) || isWithin(byte, [0xe0, 0xfc]);
}

function isSecond(byte: number): boolean {
  return byte !== lastOfAscii && isWithin(byte, [0x40, 0xfc]);
}

/** Katakana of half the width, a byte each. */
function isHalfWide(byte: number): boolean {
  return isWithin(byte, [0xa1, 0xdf]);
}

/** Hiragana and katakana. */
function isKana(first: number, second: number): boolean {
  return (
    (first === 0x82 && isWithin(second, [0x9f, 0xf1])) || (first === 0x83 && isWithin(second, [0x40, 0x96]))
  );
}
