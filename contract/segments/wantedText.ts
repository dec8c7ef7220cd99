import { normalAddress } from "../address.ts";
import { folded } from "./folded.ts";
import type { Condition } from "./question.ts";

type Subject = Extract<Condition, { value: string }>["about"];

/**
 * What a text is compared with: without its case; of an address and of a domain the normal form, which is the one that
 * is stored.
 */
export function wantedText(about: Subject, value: string): string {
  const text = value.toWellFormed();
  if (about === "email") return normalAddress(text);
  if (about !== "domain") return folded(text);
  const domain = text.replace(/^@/, "");
  return normalAddress(`a@${domain}`).slice("a@".length);
}

/** What stands behind the at sign. */
export function domainOf(email: string): string {
  return email.slice(email.indexOf("@") + 1);
}
