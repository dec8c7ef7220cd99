import { foldedText, isBeyondAscii } from "../../../contract/foldedText.ts";
import { addressInUnicode } from "../../addressInUnicode.ts";
import type { Tables } from "../../tables.ts";

export type LeadRow = Tables["leads"]["$inferSelect"];
/** What a person may say of a lead. */
export type LeadFields = Pick<LeadRow, "firstName" | "lastName" | "email" | "phone">;

/** What a search looks in; see the table. */
export function searchTextOf({ firstName, lastName, email, phone }: LeadFields): string {
  const names = `${firstName} ${lastName}`;
  const also = [addressInUnicode(email), spelledOut(names)].filter((text) => text !== null);
  return foldedText([names, email, phone, ...also].join(" "));
}

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** Names as they are spelled where there is no key for their letters: Mueller for Müller. Null for all others. */
function spelledOut(names: string): string | null {
  if (!isBeyondAscii(names)) return null;
  const lower = names.normalize("NFC").toLowerCase();
  const spelled = lower.replace(/[äöüåø]/g, (letter) => umlauts[letter] ?? letter);
  return spelled === lower ? null : spelled;
}
