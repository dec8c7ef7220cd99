import { normalAddress } from "../../../contract/address.ts";
import type { Complaint } from "./finding.ts";
import { fieldsOf, type MimeMail } from "./readMime.ts";
import { returnedIds, returnedTo } from "./returnedMail.ts";

/** Who complains; "other" as RFC 5965 section 7.3 has it. Reports on authentication (RFC 6591) complain of nothing. */
const complaints = ["abuse", "fraud", "virus", "miscategorized", "other", "opt-out", "opt-out-list"];

/** A complaint in the form of RFC 5965; "noComplaint" for a report of that form about something else; else null. */
export function complaintIn(mail: MimeMail): Complaint | "noComplaint" | null {
  const part = mail.parts.find(({ type }) => type === "message/feedback-report");
  if (part === undefined) return null;
  const fields = fieldsOf(part.text);
  const type = (fields.get("feedback-type") ?? "").toLowerCase();
  if (!complaints.includes(type)) return "noComplaint";
  const named = fields.get("original-rcpt-to") ?? returnedTo(mail);
  const recipients = Array.from(named.matchAll(/[^\s<>"',;]{1,64}@[^\s<>"',;]{1,253}/g), ([address]) =>
    normalAddress(address),
  );
  return { kind: "complaint", recipients, words: type, ids: returnedIds(mail) };
}
