import { answeredIds, fieldsOf, type MimeMail, messageIdsIn } from "./readMime.ts";

/** A mail that is returned within another, complete or only its header (RFC 3464 section 2, RFC 6522 section 3). */
const returnedTypes = [
  "message/rfc822",
  "message/global",
  "text/rfc822-headers",
  "message/rfc822-headers",
  "message/global-headers",
  "text/rfc822",
  "application/octet-stream",
  "text/plain",
];

/**
 * The Message-IDs that a report may be about: that of the returned mail, or those from headers quoted in its text. Only
 * where it returns nothing with a Message-ID those that it replies to itself: Exim, for one, repeats the References of the
 * returned mail, so that a report about what a person wrote by hand also names the mail of ours which began that
 * conversation, and which did arrive.
 */
export function returnedIds(mail: MimeMail): string[] {
  const returned = mail.parts.filter(({ type }) => returnedTypes.includes(type));
  const heads = returned.map(({ text }) => fieldsOf(headOf(text)).get("message-id") ?? "");
  const own = messageIdsIn(heads.join(" "));
  if (own.length > 0) return own;
  const pasted = [...returned, { text: mail.text }].flatMap(({ text }) =>
    Array.from(text.matchAll(/^[ \t>|]{0,8}message-id:[ \t]*(<[^<>\s]{1,400}>)/gim), ([, id = ""]) => id),
  );
  const quoted = messageIdsIn(pasted.join(" "));
  return quoted.length > 0 ? quoted : answeredIds(mail);
}

/** The recipients of a returned mail, by its To header. */
export function returnedTo(mail: MimeMail): string {
  const part = mail.parts.find(({ type }) => returnedTypes.includes(type));
  return part === undefined ? "" : (fieldsOf(headOf(part.text)).get("to") ?? "");
}

function headOf(text: string): string {
  const end = /\r?\n\r?\n/.exec(text);
  return end === null ? text : text.slice(0, end.index);
}
