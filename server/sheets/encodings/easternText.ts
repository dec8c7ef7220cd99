import { importLimits } from "../../../contract/limits/imports.ts";

export type EasternEncoding = "windows-1250" | "windows-1251";

/**
 * Whether the bytes of a text that is not UTF-8 are those of Windows in Russian or Polish, say, where a file that Excel saves as
 * plain CSV is in another encoding than in the west. It is said only where hardly anything else is possible: what is asked for
 * does not occur in western texts, and a file in them must not lose its accents. Of ten short lists of western names jschardet
 * 4.1.0 (7 MB) takes two for Baltic ones and those of a Macintosh, and chardet 2.2.0 knows none of the eastern ones.
 */
export function createEasternText() {
  const seen = {
    beyondAscii: 0,
    letters: 0,
    joined: 0,
    mixed: 0,
    capitals: 0,
    crooked: 0,
    others: 0,
    polish: 0,
  };
  let [before, last] = [0, 0];

  const addByte = (byte: number) => {
    if (isPolishSign(last) && isLetter(before) && isLetter(byte)) seen.polish += 1;
    if (byte > lastOfAscii) addBeyondAscii(byte);
    else if (isCyrillic(last) && isAsciiLetter(byte)) seen.mixed += 1;
    before = last;
    last = byte;
  };
  const addBeyondAscii = (byte: number) => {
    seen.beyondAscii += 1;
    if (!isCyrillic(byte)) {
      if (!punctuation.has(byte)) seen.others += 1;
      return;
    }
    seen.letters += 1;
    if (isAsciiLetter(last)) seen.mixed += 1;
    if (isCyrillic(last)) seen.joined += 1;
    if (!isCapital(byte)) return;
    seen.capitals += 1;
    if (isCyrillic(last) && !isCapital(last)) seen.crooked += 1;
  };

  return {
    add(piece: Uint8Array): void {
      if (seen.beyondAscii >= importLimits.lettersBeyondAsciiMax) return;
      let previous = last;
      for (let at = 0; at < piece.length; at += 1) {
        const byte = piece[at] ?? 0;
        // Nearly all of a text is plain, and what stands before the last byte matters where that one is not.
        if (byte > lastOfAscii || previous > lastOfAscii) {
          last = previous;
          addByte(byte);
        }
        previous = byte;
      }
      last = previous;
    },
    encoding(): EasternEncoding | null {
      const { beyondAscii, letters, joined, mixed, capitals, crooked, others, polish } = seen;
      // Words of nothing but such letters, whose capitals stand at the beginning; Greek and Arabic have them anywhere.
      const isRussian =
        letters >= lettersMin &&
        capitals > 0 &&
        joined * 2 >= letters &&
        Math.max(mixed, crooked, others) * 20 <= letters;
      if (isRussian) return "windows-1251";
      return polish >= polishMin && polish * 8 >= beyondAscii ? "windows-1250" : null;
    },
  };
}

const lastOfAscii = 0x7f;
const [lettersMin, polishMin] = [4, 2];

function isAsciiLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

const [capitalIo, smallIo] = [0xa8, 0xb8];

/** In windows-1251: the alphabet, and Ё, which stands apart from it. */
function isCyrillic(byte: number): boolean {
  return byte >= 0xc0 || byte === capitalIo || byte === smallIo;
}

function isCapital(byte: number): boolean {
  return (byte >= 0xc0 && byte <= 0xdf) || byte === capitalIo;
}

/** Dashes, quotation marks, №, blanks that do not break and the like in windows-1251. */
const punctuation = new Set([0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97, 0xa0, 0xab, 0xb9, 0xbb]);

/** ł, ą and ż in windows-1250. In the west they are "³", "¹" and "¿", which stand in the middle of no word. */
function isPolishSign(byte: number): boolean {
  return byte === 0xb3 || byte === 0xb9 || byte === 0xbf;
}

function isLetter(byte: number): boolean {
  return isAsciiLetter(byte) || byte >= 0xc0 || isPolishSign(byte);
}
