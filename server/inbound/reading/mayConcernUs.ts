import { decodeWords } from "postal-mime";
import { inboundMailLimits as limits } from "../../../contract/limits/accounts/inboundMails.ts";
import { isFromMailSystem } from "./plainBounce.ts";
import { fieldsOf, messageIdsIn } from "./readMime.ts";
import { unsubscribeToken } from "./unsubscribeToken.ts";

/** How our Message-IDs begin: with the id of a delivery, a UUID (RFC 9562). */
const ourId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@/i;

/**
 * Whether a mail may be about ours, by its header alone: a reply to what looks like our Message-ID, a report, or a mail
 * from a mail system. The rest of a mailbox is private and is not fetched.
 */
export function mayConcernUs(header: Uint8Array): boolean {
  const fields = fieldsOf(new TextDecoder().decode(header.subarray(0, limits.headersBytes)));
  const field = (name: string) => fields.get(name) ?? "";
  if (messageIdsIn(`${field("in-reply-to")} ${field("references")}`).some((id) => ourId.test(id)))
    return true;
  if (/^multipart\/report\b/i.test(field("content-type")) || field("x-failed-recipients") !== "") return true;
  // Programs encode a subject where one word of it is long, too.
  const subject = decodeWords(field("subject").slice(0, limits.fieldChars));
  if (unsubscribeToken(subject) !== null) return true;
  // The name may be encoded; the address never is.
  const address = /<([^<>]*)>[^<>]*$/.exec(field("from"))?.[1] ?? field("from");
  return isFromMailSystem({ from: address.toLowerCase(), subject, field });
}
