import { apostrophes } from "../apostrophes.ts";
import { foldedText } from "../foldedText.ts";
import { folded } from "./folded.ts";

/**
 * A text as questions compare it: as searches do, without case and accents, and with one sign for an apostrophe, but each letter for itself, since that is what
 * databases can do. Signs that stand for several, such as "½", are no letters, and stay as they are.
 */
export function foldedLetters(text: string): string {
  return Array.from(text, foldedLetter).join("");
}

function foldedLetter(letter: string): string {
  if (letter.length > 1) return folded(letter);
  if (isApostrophe(letter)) return "'";
  // An n with an apostrophe before it, which nobody writes any more, would be two signs.
  const plain = letter === "ŉ" ? letter : foldedText(letter);
  if (isApostrophe(plain)) return "'";
  const isLetter = /\p{L}/u.test(letter) && /\p{Script=Latin}/u.test(letter);
  return plain.length <= 1 || isLetter ? plain : folded(letter);
}

function isApostrophe(letter: string): boolean {
  return letter !== "" && apostrophes.includes(letter);
}

/** What becomes of letters that are not folded. */
export type Foldings = {
  /** By the letter that they become. */
  single: ReadonlyMap<string, string>;
  /** Letters that become several: "ß". */
  several: readonly (readonly [letter: string, plain: string])[];
};

/**
 * What a database has to fold in a text to find a folded one in it, beside accents that stand by themselves. Letters that
 * become none of those that are looked for may stay as they are.
 */
export function foldingsFor(wanted: string): Foldings {
  known ??= allFoldings();
  const { single, several } = known;
  const letters = new Set(wanted);
  return {
    single: new Map([...letters].map((letter) => [letter, single.get(letter) ?? ""])),
    several: several.filter(([, plain]) => [...plain].some((letter) => letters.has(letter))),
  };
}

let known: Foldings | undefined;

function allFoldings(): Foldings {
  const single = new Map<string, string>();
  const several: [string, string][] = [];
  for (let code = 0x41; code <= casedMax; code += 1) {
    code = unfolded.get(code) ?? code;
    const letter = String.fromCodePoint(code);
    const plain = foldedLetter(letter);
    if (plain === letter || plain === "") continue;
    if (Array.from(plain).length > 1) several.push([letter, plain]);
    else single.set(plain, `${single.get(plain) ?? ""}${letter}`);
  }
  return { single, several };
}

const casedMax = 0x1_ffff;
/** Where signs begin that are folded to nothing else, and what follows them: Han, Hangul, surrogates and private signs. */
const unfolded = new Map([
  [0x3400, 0xa000],
  [0xac00, 0xf900],
]);
