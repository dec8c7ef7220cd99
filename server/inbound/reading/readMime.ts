import PostalMime, { type Attachment, type Email } from "postal-mime";
import { inboundMailLimits as limits } from "../../../contract/limits/accounts/inboundMails.ts";

/** The parts of a mail that tell what it is about. */
export type MimeMail = {
  /** The first header field with this name in lower case, unfolded; "" if there is none. */
  field(name: string): string;
  subject: string;
  /** The address in From, in lower case; "" if there is none. */
  from: string;
  /** Its text, or the text of its HTML. */
  text: string;
  /** Its other parts: the status of a report, the returned mail. */
  parts: { type: string; text: string }[];
};

/** Parses a mail, or its beginning; null if it is not one, or exceeds what real mails have. */
export async function readMime(raw: Uint8Array): Promise<MimeMail | null> {
  let mail: Email;
  try {
    mail = await PostalMime.parse(firstLines(raw), {
      forceRfc822Attachments: true,
      maxNestingDepth: limits.partDepth,
      maxHeadersSize: limits.headersBytes,
    });
  } catch {
    // A mail that cannot be parsed is not a reply to ours.
    return null;
  }
  const fields = new Map<string, string>();
  for (const { key, value } of mail.headers) {
    if (!fields.has(key)) fields.set(key, value.slice(0, limits.fieldChars).trim());
  }
  return {
    field: (name) => fields.get(name) ?? "",
    subject: (mail.subject ?? "").slice(0, limits.fieldChars),
    from: (mail.from?.address ?? "").slice(0, limits.fieldChars).toLowerCase(),
    text: (mail.text ?? withoutTags(mail.html ?? "")).slice(0, limits.textChars),
    parts: mail.attachments.slice(0, limits.parts).map(partOf),
  };
}

/** The parser takes about a microsecond for each line, however short, and lets nobody else have a turn meanwhile. */
function firstLines(raw: Uint8Array): Uint8Array {
  let end = 0;
  for (let line = 0; line < limits.lines; line += 1) {
    end = raw.indexOf(lineFeed, end) + 1;
    if (end === 0) return raw;
  }
  return raw.subarray(0, end);
}

const lineFeed = 0x0a;

function partOf({ mimeType, content }: Attachment): { type: string; text: string } {
  const text = typeof content === "string" ? content : new TextDecoder().decode(beginning(content));
  return { type: mimeType, text: text.slice(0, limits.textChars) };
}

const beginning = (content: ArrayBuffer | Uint8Array): Uint8Array =>
  new Uint8Array(content instanceof Uint8Array ? content : new Uint8Array(content)).subarray(
    0,
    limits.textChars,
  );

/** The text of a report that has only HTML. It is searched and never displayed. */
function withoutTags(html: string): string {
  return html
    .slice(0, 4 * limits.textChars)
    .replace(/<[^<>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** Header fields of a text that has them line by line: a report's groups, the head of a mail that is returned. */
export function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let last = "";
  for (const line of text.split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      if (last !== "")
        fields.set(last, `${fields.get(last) ?? ""} ${line.trim()}`.slice(0, limits.fieldChars));
      continue;
    }
    const colon = line.indexOf(":");
    last = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : "";
    if (last !== "" && !fields.has(last)) fields.set(last, line.slice(colon + 1).trim());
    else last = "";
  }
  return fields;
}

/** The Message-IDs of a text, without their brackets, each once (RFC 5322 section 3.6.4). */
export function messageIdsIn(text: string): string[] {
  const found = text.slice(0, 4 * limits.textChars).matchAll(/<([^<>@\s]{1,128}@[^<>@\s]{1,253})>/g);
  return [...new Set(Array.from(found, ([, id = ""]) => id))].slice(0, limits.idsMax);
}

/**
 * The Message-IDs of the mails that a mail replies to, beginning with the one that it answers: In-Reply-To, then
 * References, whose last is the nearest (RFC 5322 section 3.6.4).
 */
export function answeredIds(mail: Pick<MimeMail, "field">): string[] {
  const before = messageIdsIn(mail.field("references")).reverse();
  return [...new Set([...messageIdsIn(mail.field("in-reply-to")), ...before])];
}
