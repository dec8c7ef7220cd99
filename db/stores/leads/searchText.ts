import { addressInUnicode } from "../../addressInUnicode.ts";
import type { Tables } from "../../tables.ts";

export type LeadRow = Tables["leads"]["$inferSelect"];
/** What a person may say of a lead. */
export type LeadFields = Pick<LeadRow, "firstName" | "lastName" | "email" | "phone">;

/** What a search looks in; see the table. */
export function searchTextOf({ firstName, lastName, email, phone }: LeadFields): string {
  const readable = addressInUnicode(email);
  const also = readable === null ? "" : ` ${readable}`;
  return `${firstName} ${lastName} ${email} ${phone}${also}`.toLowerCase();
}
