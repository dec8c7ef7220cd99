import { causeOfIssues } from "../../../contract/brokenRules.ts";
import type { LeadField } from "../../../contract/imports/headingNames.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Cause } from "../../../contract/reasons.ts";
import { leadRow } from "../../../contract/schemas/lead.ts";

type Fields = Record<LeadField, string>;

/** A row as a lead, or the reason why it is rejected. */
export type CheckedLead = { ok: true; lead: Fields } | { ok: false; reason: Cause };

/**
 * Checks a row by the same rules as a bulk call. For nearly all rows a few comparisons are enough; the schema itself takes
 * ten times as long, and decides about the others.
 */
export function checkLead(fields: Fields): CheckedLead {
  if (isPlain(fields)) return { ok: true, lead: { ...fields, email: fields.email.toLowerCase() } };
  const result = leadRow.safeParse(fields);
  if (!result.success) return { ok: false, reason: causeOfIssues(result.error.issues) };
  const { firstName, lastName, email, phone } = result.data;
  return { ok: true, lead: { firstName, lastName, email, phone } };
}

/** Whether values are trimmed and short, without control characters, and the address needs no conversion. */
function isPlain({ firstName, lastName, email, phone }: Fields): boolean {
  const { leadNameMax, phoneMax, emailMax, emailLocalMax } = textLimits;
  return (
    firstName !== "" &&
    firstName.length <= leadNameMax &&
    lastName.length <= leadNameMax &&
    phone.length <= phoneMax &&
    email.length <= emailMax &&
    email.indexOf("@") <= emailLocalMax &&
    plainAddress.test(email) &&
    plain.test(firstName) &&
    plain.test(lastName) &&
    plain.test(phone)
  );
}

// Letters of Latin scripts, digits and common punctuation, with single spaces inside.
const plain = /^(?:[!-~\u00c0-\u024f]+(?: [!-~\u00c0-\u024f]+)*)?$/;
const plainAddress =
  /^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@(?:(?!xn--)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/i;
