import { normalAddress } from "../../../contract/address.ts";
import { inboundMailLimits as limits } from "../../../contract/limits/accounts/inboundMails.ts";
import { bounceCause, statusIn } from "./bounceCause.ts";
import type { Bounce } from "./finding.ts";
import { fieldsOf, type MimeMail } from "./readMime.ts";
import { returnedIds } from "./returnedMail.ts";

const statusTypes = ["message/delivery-status", "message/global-delivery-status"];

/** What a delivery status notification (RFC 3464) says about each recipient; null if the mail is none. */
export function deliveryReportIn(mail: MimeMail): Bounce | "notFailed" | null {
  const part = mail.parts.find(({ type }) => statusTypes.includes(type));
  if (part === undefined) return null;
  // Fields of the mail, an empty line, and a group for each recipient (section 2.1).
  const groups = part.text
    .split(/\r?\n[ \t]*\r?\n/)
    .slice(0, limits.recipients + 1)
    .map(fieldsOf)
    .filter((fields) => fields.has("final-recipient") || fields.has("action") || fields.has("status"));
  const failed = groups.filter((fields) => /^failed\b/i.test(fields.get("action") ?? ""));
  // Delayed, delivered, relayed and expanded (section 2.3.3) are not bounces.
  if (failed.length === 0) return groups.length === 0 ? null : "notFailed";
  const [first] = failed;
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(first?.get("status") ?? "")?.[0] ?? "";
  const diagnostic = withoutType(first?.get("diagnostic-code") ?? "");
  // The more specific of the two: some servers put 5.0.0 in the field and the actual status in the text.
  const closer = isVague(status) ? (statusIn(diagnostic) ?? status) : status;
  return {
    kind: "bounce",
    recipients: addressesOf(failed, ["original-recipient", "final-recipient"]),
    finals: addressesOf(failed, ["final-recipient"]),
    ...bounceCause(closer, diagnostic === "" ? mail.text : diagnostic),
    status: closer,
    words: diagnostic,
    ids: returnedIds(mail),
  };
}

const isVague = (status: string) => /^(?:|\d\.0\.0|\d\.5\.0)$/.test(status);

/** "rfc822; ann@example.com" and "smtp; 550 5.1.1 …" without the type before them (sections 2.3.1 and 2.3.6). */
function withoutType(value: string): string {
  return value.replace(/^[a-z0-9-]{1,40}\s*;\s*/i, "").trim();
}

/** The original and the final recipient, which differ if a mailbox forwarded the mail (sections 2.3.1 and 2.3.2). */
function addressesOf(groups: readonly Map<string, string>[], names: readonly string[]): string[] {
  const named = groups.flatMap((fields) => names.map((name) => fields.get(name)));
  const bare = named.map((value) => withoutType(value ?? "").replace(/^<|>$/g, ""));
  return [...new Set(bare.filter((address) => address.includes("@")).map(normalAddress))];
}
