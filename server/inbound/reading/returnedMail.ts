import { fieldsOf, type MimeMail, messageIdsIn } from "./readMime.ts";

/** A mail that is returned within another, complete or only its header (RFC 3464 section 2, RFC 6522 section 3). */
const returnedTypes = [
  ...["message/rfc822", "message/global", "text/rfc822-headers", "message/rfc822-headers"],
  ...["message/global-headers", "text/rfc822", "application/octet-stream", "text/plain"],
];

/**
 * The Message-IDs that a report may be about: that of the returned mail, one from a header quoted in its text, and those
 * that the report itself replies to.
 */
export function returnedIds(mail: MimeMail): string[] {
  const returned = mail.parts.filter(({ type }) => returnedTypes.includes(type));
  const heads = returned.map(({ text }) => fieldsOf(headOf(text)).get("message-id") ?? "");
  const pasted = [...returned, { text: mail.text }].flatMap(({ text }) =>
    Array.from(text.matchAll(/^[ \t>|]{0,8}message-id:[ \t]*(<[^<>\s]{1,400}>)/gim), ([, id = ""]) => id),
  );
  return messageIdsIn([...heads, ...pasted, mail.field("in-reply-to"), mail.field("references")].join(" "));
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
