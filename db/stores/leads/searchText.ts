import { foldedText, isBeyondAscii } from "../../../contract/foldedText.ts";
import { spelledOut } from "../../../contract/spelledOut.ts";
import { addressInUnicode } from "../../addressInUnicode.ts";
import type { Tables } from "../../tables.ts";

export type LeadRow = Tables["leads"]["$inferSelect"];
/** The fields of a lead that people fill in and search. */
export type LeadFields = Pick<LeadRow, "firstName" | "lastName" | "email" | "phone">;

/** The text that searches look in; see the table. */
export function searchTextOf({ firstName, lastName, email, phone }: LeadFields): string {
  const names = `${firstName} ${lastName}`;
  const also = [addressInUnicode(email), otherSpelling(names)].filter((text) => text !== null);
  return foldedText([names, email, phone, ...also].join(" "));
}

/** Names as they are spelled on keyboards that lack their letters: Mueller for Müller. Null for all others. */
function otherSpelling(names: string): string | null {
  if (!isBeyondAscii(names)) return null;
  const lower = names.normalize("NFC").toLowerCase();
  const spelled = spelledOut(lower);
  return spelled === lower ? null : spelled;
}
