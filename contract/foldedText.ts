import { folded } from "./segments/folded.ts";

/** Accents and the like, of Latin, Greek and Cyrillic letters; marks of other scripts are letters of their own. */
const accents = /[\u0300-\u036f]/g;

/** Letters that Unicode takes nothing off, by what they are typed as where a keyboard has no such. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ŋ: "n",
};
const otherLetters = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/**
 * A text as searches compare it, whatever keyboard it was typed on: without case and accents, in plain letters where there
 * are such ("Größmann" and "GROSSMANN" are "grossmann", "Łukasz" is "lukasz"). Who types an accent finds names without it, and
 * the other way round.
 */
export function foldedText(text: string): string {
  const lower = folded(text);
  if (!isBeyondAscii(lower)) return lower;
  // Marks that stand by themselves go first: sorting many of them behind one letter takes time that grows with their square.
  const letters = folded(lower.replace(accents, "").normalize("NFKD"));
  const plain = letters.replace(accents, "").normalize("NFC");
  return plain.replace(otherLetters, (letter) => plainLetters[letter] ?? letter);
}

/** Nearly all texts are not, and imports ask for each. */
export function isBeyondAscii(text: string): boolean {
  return /[^\0-\x7f]/.test(text);
}
