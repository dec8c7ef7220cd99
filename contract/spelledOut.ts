/** How letters are spelled on keyboards that lack them: Mueller for Müller. */
const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** A text in lower case, spelled that way. */
export function spelledOut(lower: string): string {
  return lower.replace(/[äöüåø]/g, (letter) => umlauts[letter] ?? letter);
}

/** What is written, and what is to stand in its place, one after the other. */
export type Spellings = readonly (readonly [written: string, spelled: string])[];

/**
 * What a text that is looked for may be the spelling of, as it is written and as it is to be replaced, one after the other: of
 * "mueller" every way to write an ü. None of most texts, which have no such pair of letters.
 */
export function spellingsIn(wanted: string): Spellings {
  return writings.filter(([, spelled]) => wanted.includes(spelled));
}

/** Letters that are two signs come first, the ring last of these: what another has become is not replaced once more. */
const writings = ["NFD", "NFC"].flatMap((form) =>
  Object.entries(umlauts).flatMap(([letter, spelled]) => {
    if (form === "NFD" && letter.normalize(form) === letter) return [];
    return [letter, letter.toUpperCase()].map((each) => [each.normalize(form), spelled] as const);
  }),
);
