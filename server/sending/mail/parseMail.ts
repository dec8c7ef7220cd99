import PostalMime, { type Email } from "postal-mime";
import { mailboxLimits } from "../../../contract/limits/sandbox.ts";

/** A mail's parts, as the sandbox mailbox shows them. */
type ParsedMail = {
  headers: { name: string; value: string }[];
  html: string | null;
  text: string | null;
  attachments: { name: string; bytes: number }[];
  /** The https address of its List-Unsubscribe header, if it has one. */
  unsubscribeUrl: string | null;
};

const shownHeaders = ["Date", "Reply-To", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post"];

/** Parses a mail. One that cannot be parsed, or is nested too deeply, has no parts: its source can still be shown. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const email = await PostalMime.parse(raw, {
    maxNestingDepth: mailboxLimits.nestingMax,
    maxHeadersSize: mailboxLimits.headerCharacters,
    rfc822Attachments: true,
    // Shown as an empty mail; its source, which is stored, can still be looked at.
  }).catch(() => null);
  if (email === null) return { headers: [], html: null, text: null, attachments: [], unsubscribeUrl: null };
  const headerValue = (name: string) => email.headers.find(({ key }) => key === name.toLowerCase())?.value;
  return {
    headers: shownHeaders.flatMap((name) => {
      const value = headerValue(name);
      return value === undefined ? [] : [{ name, value }];
    }),
    html: email.html ?? null,
    text: email.text ?? null,
    attachments: email.attachments.map(attachmentOf),
    unsubscribeUrl: /<(https?:[^>\s]+)>/i.exec(headerValue("List-Unsubscribe") ?? "")?.[1] ?? null,
  };
}

function attachmentOf({ filename, mimeType, content }: Email["attachments"][number]) {
  const bytes = typeof content === "string" ? content.length : content.byteLength;
  return { name: filename ?? mimeType, bytes };
}
