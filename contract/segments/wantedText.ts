import { addressPart, normalAddress } from "../address.ts";
import { folded } from "./folded.ts";
import { foldedLetters } from "./foldedLetters.ts";
import type { Condition } from "./question.ts";

type Subject = Extract<Condition, { value: string }>["about"];

/**
 * What a text is compared with: without its case and accents; of an address and of a domain the normal form, which is the one that
 * is stored.
 */
export function wantedText(about: Subject, value: string): string {
  const text = value.toWellFormed();
  if (about === "email") return addressPart(normalAddress(text));
  // Of an accent alone nothing is left, which would find everybody: it is found where it stands, which is nowhere.
  if (about !== "domain") return foldedLetters(text) || folded(text);
  const domain = text.replace(/^@/, "");
  return addressPart(normalAddress(`a@${domain}`)).slice("a@".length);
}

/** What stands behind the at sign. */
export function domainOf(email: string): string {
  return email.slice(email.indexOf("@") + 1);
}
