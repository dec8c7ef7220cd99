import { addressPart, normalAddress } from "../address.ts";
import { type Spellings, spelledOut } from "../spelledOut.ts";
import { folded } from "./folded.ts";
import { foldedLetters } from "./foldedLetters.ts";
import type { ConditionAbout } from "./question.ts";

/** What an address or a domain is compared with: the normal form, which is the one that is stored. */
export function wantedAddress(about: ConditionAbout<"email">["about"], value: string): string {
  const text = value.toWellFormed();
  if (about !== "domain") return addressPart(normalAddress(text));
  const domain = text.replace(/^@/, "");
  // An at sign alone would find everybody; no domain has one.
  return addressPart(normalAddress(`a@${domain}`)).slice("a@".length) || text;
}

/** A text that is looked for, and what is to be replaced in those that it is looked for in. */
export type WantedName = { wanted: string; parted: Spellings };

/**
 * What a name or another text is compared with, without case and accents: as it is typed, and with its umlauts spelled out.
 * Whether the two parts of a name have a hyphen between them or a space tells no name from another.
 */
export function wantedNames(value: string): WantedName[] {
  const text = value.toWellFormed();
  const spelled = spelledOut(text.normalize("NFC").toLowerCase());
  // Of an accent alone nothing is left, which would find everybody: it is found where it stands, which is nowhere.
  const wanted = new Set([text, spelled].map((each) => foldedLetters(each) || folded(each)));
  return [...wanted].map((each) =>
    betweenParts.test(each)
      ? { wanted: each.replace(anyHyphen, " "), parted: hyphensAsSpaces }
      : { wanted: each, parted: [] },
  );
}

const hyphens = "-\u2010\u2011";
const anyHyphen = new RegExp(`[${hyphens}]`, "g");
const betweenParts = new RegExp(`(?<=\\p{L})[${hyphens} ](?=\\p{L})`, "u");
const hyphensAsSpaces: Spellings = Array.from(hyphens, (hyphen) => [hyphen, " "] as const);

/** What stands behind the at sign. */
export function domainOf(email: string): string {
  return email.slice(email.indexOf("@") + 1);
}
