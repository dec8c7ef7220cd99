import { randomBytes } from "node:crypto";
import { mailLimits } from "../../../contract/limits/sending.ts";
import {
  type CustomNames,
  compileTemplate,
  fillIn,
  fillSegments,
  type MergeValues,
  noCustomNames,
} from "../../../contract/mergeFields.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import { bodyEnd } from "./beforeBodyEnd.ts";
import { findingLinks } from "./findLinks.ts";
import {
  type Mailbox,
  mailboxHeader,
  textHeader,
  threadHeaders,
  urlHeader,
  wireAddress,
  wireMailboxHeader,
  wireMessageId,
} from "./headers.ts";
import { MailBuffers } from "./MailBuffers.ts";
import {
  type CountedLinks,
  encodeHtml,
  encodeTemplate,
  fillPieces,
  type MailParts,
  type MailPiece,
  noCountedLinks,
  writeParts,
} from "./mailPieces.ts";
import { readingText } from "./plainText.ts";
import { encodePiece } from "./quotedPrintable.ts";
import { withUnsubscribeLine, withUnsubscribeLink } from "./unsubscribeFooter.ts";

export type Letter = {
  subject: string;
  /** Empty for a mail of text alone. */
  html: string;
  /** Made from the HTML when not given. */
  text?: string;
  from: Mailbox;
  /** Where what comes back goes; the address of `from` unless given. */
  envelopeFrom?: string;
  replyTo?: Mailbox;
  /** The addresses in the HTML whose clicks are counted; none unless given. The text part keeps its own. */
  links?: CountedLinks;
  /** The workspace's own fields that the letter may name. */
  custom?: CustomNames;
  /** False for a mail that shows no way out of its own accord: nobody can leave what they have asked for. */
  hasUnsubscribeLink?: boolean;
  /** What is attached, each as it stands in the mail; see `attachedParts`. */
  attached?: readonly string[];
};

export type Recipient = {
  /** Of a mail without a way out of ours, `unsubscribeUrl` among them is its sender's own, and stands in no header. */
  values: MergeValues;
  to: Mailbox;
  /** With its angle brackets. The same for every attempt at the same mail. */
  messageId: string;
  /** The Message-IDs of the mails that this one answers, the oldest first; none where it begins a conversation. */
  thread?: readonly string[];
  /** Goes into the visible link and into List-Unsubscribe (RFC 8058). Without it, the mail has neither. */
  unsubscribeUrl?: string;
  /** Where a mail does the same, for mail programs that know no other way; none where nobody reads it. */
  unsubscribeMailto?: string | undefined;
  openPixelUrl?: string;
  /** What its counted links carry, so that a click can be told from everybody else's; without it no link is counted. */
  clickToken?: string;
  date: Date;
};

export type Composition = {
  /** The mail of one recipient, in memory of its own unless told where to take it. Throws a TypeError when `to` is no address. */
  fill(recipient: Recipient, buffers?: MailBuffers): OutgoingMail;
};

/**
 * Prepares a campaign's mail once: headers, structure and every part of the text that is the same for all are
 * encoded here, so that one recipient's mail is a matter of joining pieces. It yields where others may have a turn.
 */
export function* composing(letter: Letter): Generator<void, Composition> {
  const { custom, links = noCountedLinks } = letter;
  const html = yield* finishing(letter.html, letter);
  const text = writtenText(letter) ?? (yield* readingText(html));
  const subject = compileTemplate(letter.subject, custom);
  const envelopeFrom = wireAddress(letter.envelopeFrom ?? letter.from.address);
  const fixedHeaders = [
    mailboxHeader("From", letter.from),
    ...(letter.replyTo ? [mailboxHeader("Reply-To", letter.replyTo)] : []),
    "MIME-Version: 1.0",
  ];
  // No quoted-printable text holds "=_", so no content can be taken for the line between the parts.
  const boundary = newBoundary();
  const isPlain = letter.html === "" && letter.text !== undefined;
  const frame = frameOf({ fixedHeaders, boundary, attached: letter.attached ?? [], isPlain });
  // The line end after each part belongs to the boundary (RFC 2046 section 5.1.1), so it is not seen as content.
  const textPieces = encodeTemplate(`${text}\r\n`, custom);
  yield;
  const at = yield* bodyEnd(html);
  const found = links.ids.size === 0 ? [] : yield* findingLinks(html, { ownOrigin: links.base, custom });
  const beforePixel = encodeHtml(html, { start: 0, end: at, found, links, custom });
  const rest = { start: at, end: html.length + 2, found, links, custom };
  const counting = { beforePixel, afterPixel: encodeHtml(`${html}\r\n`, rest) };
  /** The same with the links as they are: made once somebody gets it, as most campaigns count everybody or nobody. */
  let plain: typeof counting | null = found.length === 0 ? counting : null;
  const plainly = () => {
    plain ??= {
      beforePixel: encodeHtml(html, { start: 0, end: at, found: [], links: noCountedLinks, custom }),
      afterPixel: encodeHtml(`${html}\r\n`, { ...rest, found: [] }),
    };
    return plain;
  };
  return {
    fill(recipient, buffers = new MailBuffers()) {
      const pieces = recipient.clickToken === undefined ? plainly() : counting;
      const { unsubscribeUrl = recipient.values.unsubscribeUrl } = recipient;
      const values = { ...recipient.values, unsubscribeUrl };
      const click = recipient.clickToken === undefined ? undefined : encodePiece(recipient.clickToken);
      const filling = { values, escape: "html" as const, click };
      const to = wireAddress(recipient.to.address);
      const messageId = wireMessageId(recipient.messageId);
      const headers = [
        wireMailboxHeader("To", { address: to, name: recipient.to.name }),
        textHeader("Subject", fillSegments(subject, values, { escape: "none" })),
        `Message-ID: ${messageId}`,
        ...threadHeaders(recipient.thread ?? []),
        `Date: ${mailDate(recipient.date)}`,
        ...unsubscribeHeaders(recipient),
        "",
      ];
      const parts: MailParts = [frame.start, headers.join("\r\n"), frame.text];
      fillPieces(parts, textPieces, { values, escape: "none" });
      if (!isPlain) {
        parts.push(frame.html);
        fillPieces(parts, pieces.beforePixel, filling);
        const { openPixelUrl } = recipient;
        if (openPixelUrl !== undefined)
          fillPieces(parts, openPixel, { values: { openPixelUrl }, escape: "html" });
        fillPieces(parts, pieces.afterPixel, filling);
      }
      parts.push(frame.end);
      const size = parts.reduce((sum, { length }) => sum + length, 0);
      const buffer = buffers.take(size + mailLimits.spareBytes);
      writeParts(parts, buffer);
      const raw = buffer.subarray(0, size);
      return { envelope: { from: envelopeFrom, to }, raw, buffer, hasCrlfLines: true, messageId };
    },
  };
}

/** A campaign's HTML as its mails have it, but for what differs between them. */
export function* finishing(
  html: string,
  { hasUnsubscribeLink = true }: Pick<Letter, "hasUnsubscribeLink"> = {},
): Generator<void, string> {
  const restored = restoreFields(html);
  return hasUnsubscribeLink ? yield* withUnsubscribeLink(restored) : restored;
}

/**
 * What a reader would see of a letter with one lead's values. The way out leads nowhere, so that a look at a mail
 * unsubscribes nobody.
 */
export function* readerView(
  letter: Pick<Letter, "subject" | "html" | "custom">,
  values: MergeValues,
): Generator<void, { subject: string; html: string; text: string }> {
  const html = yield* finishing(letter.html);
  const text = yield* readingText(html);
  const all = { ...values, unsubscribeUrl: "#" };
  const { custom = noCustomNames } = letter;
  return {
    subject: fillIn(letter.subject, all, { escape: "none", custom }),
    html: fillIn(html, all, { escape: "html", custom }),
    text: fillIn(text, all, { escape: "none", custom }),
  };
}

function writtenText({ text, hasUnsubscribeLink = true }: Letter): string | undefined {
  return hasUnsubscribeLink && text !== undefined ? withUnsubscribeLine(text) : text;
}

function newBoundary(): string {
  return `--=_${randomBytes(mailLimits.boundaryBytes).toString("hex")}`;
}

/** What is the same in all mails of a letter, between what differs: each ends at the end of a line. */
function frameOf(letter: {
  fixedHeaders: readonly string[];
  boundary: string;
  attached: readonly string[];
  isPlain: boolean;
}): Record<"start" | "text" | "html" | "end", Uint8Array> {
  const { fixedHeaders, boundary, attached, isPlain } = letter;
  const around = wrapping(attached);
  const bytes = (...lines: string[]) => Buffer.from([...lines, ""].join("\r\n"), "latin1");
  const contentOf = (type: string) => [
    `Content-Type: ${type}; charset=utf-8`,
    "Content-Transfer-Encoding: quoted-printable",
    "",
  ];
  const start = bytes(...fixedHeaders);
  if (isPlain) {
    const text = bytes(...around.before, ...contentOf("text/plain"));
    return { start, text, html: Buffer.alloc(0), end: bytes(...around.after) };
  }
  const partOf = (type: string) => [`--${boundary}`, ...contentOf(type)];
  const both = `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`;
  return {
    start,
    text: bytes(...around.before, both, "", ...partOf("text/plain")),
    html: bytes(...partOf("text/html")),
    end: bytes(`--${boundary}--`, ...around.after),
  };
}

/** What stands around the text of a mail with attachments: both are in one multipart/mixed (RFC 2046 section 5.1.3). */
function wrapping(attached: readonly string[]): { before: string[]; after: string[] } {
  if (attached.length === 0) return { before: [], after: [] };
  const boundary = newBoundary();
  return {
    before: [`Content-Type: multipart/mixed;\r\n boundary="${boundary}"`, "", `--${boundary}`],
    after: [...attached.map((part) => `--${boundary}\r\n${part}`), `--${boundary}--`],
  };
}

/** RFC 8058 section 3.1: both headers together make a mail reader's own unsubscribe button work. */
function unsubscribeHeaders({ unsubscribeUrl: url, unsubscribeMailto: mailto }: Recipient): string[] {
  if (url === undefined) return [];
  const ways = mailto === undefined ? [url] : [url, mailto];
  return [urlHeader("List-Unsubscribe", ...ways), "List-Unsubscribe-Post: List-Unsubscribe=One-Click"];
}

/** Editors percent-encode the braces of a field that stands in a link; here they become a field again. */
function restoreFields(html: string): string {
  return html.replace(/%7B%7B(?:%20|\s){0,5}(\w{1,64})(?:%20|\s){0,5}%7D%7D/gi, "{{$1}}");
}

/** RFC 5322 section 3.3. */
function mailDate(date: Date): string {
  return date.toUTCString().replace("GMT", "+0000");
}

/** The invisible picture whose loading tells that a mail was opened. */
const openPixel: readonly MailPiece[] = [
  Buffer.from(encodePiece('<img src="'), "latin1"),
  { field: "openPixelUrl", fallback: "" },
  Buffer.from(encodePiece('" width="1" height="1" alt="" style="display:block;border:0">'), "latin1"),
];
