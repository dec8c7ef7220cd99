import PostalMime, { type Attachment, type Email } from "postal-mime";
import { inboundMailLimits as limits } from "../../../contract/limits/accounts/inboundMails.ts";

/** A mail in the parts that tell what it is about. */
export type MimeMail = {
  /** The first field of this name, in lower case, unfolded; "" without one. */
  field(name: string): string;
  subject: string;
  /** The address in From, in lower case; "" without one. */
  from: string;
  /** What is to be read in it, or of its HTML. */
  text: string;
  /** What stands beside that: the status of a report, the mail that it returns. */
  parts: { type: string; text: string }[];
};

/** Reads a mail, or its beginning; null where that is none, or goes beyond what real ones have. */
export async function readMime(raw: Uint8Array): Promise<MimeMail | null> {
  let mail: Email;
  try {
    mail = await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: limits.partDepth,
      maxHeadersSize: limits.headersBytes,
    });
  } catch {
    // Whatever a stranger sends: a mail that cannot be read answers none of ours.
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

function partOf({ mimeType, content }: Attachment): { type: string; text: string } {
  const text = typeof content === "string" ? content : new TextDecoder().decode(beginning(content));
  return { type: mimeType, text: text.slice(0, limits.textChars) };
}

const beginning = (content: ArrayBuffer | Uint8Array): Uint8Array =>
  new Uint8Array(content instanceof Uint8Array ? content : new Uint8Array(content)).subarray(
    0,
    limits.textChars,
  );

/** A report in HTML alone, as words. Only looked through, never shown. */
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
