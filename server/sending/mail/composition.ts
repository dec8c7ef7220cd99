import { randomBytes } from "node:crypto";
import { mailLimits } from "../../../contract/limits/sending.ts";
import {
  type CustomNames,
  compileTemplate,
  fillIn,
  fillSegments,
  type MergeValues,
  noCustomNames,
  withFieldsInLinks,
} from "../../../contract/mergeFields.ts";
import { withWholePictures } from "../../../contract/ownPictures.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import { bodyEnd } from "./beforeBodyEnd.ts";
import { findingLinks } from "./findLinks.ts";
import {
  dateHeader,
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
  /** The envelope sender, to which bounces are sent; the address of `from` unless given. */
  envelopeFrom?: string;
  replyTo?: Mailbox;
  /** The links in the HTML whose clicks are counted; none unless given. Links in the text part are never counted. */
  links?: CountedLinks;
  /** True where values come from a program, which writes those within links as they are to be; leads' are encoded. */
  linksAsGiven?: boolean;
  /** The workspace's custom fields, which may be used as merge fields. */
  custom?: CustomNames;
  /** The installation's own address, at which pictures of its own are that the HTML names by their paths. */
  site?: string | null;
  /** False for a mail that gets no unsubscribe link, such as one that its recipient asked for. */
  hasUnsubscribeLink?: boolean;
  /** Attachments as complete MIME parts; see `attachedParts`. */
  attached?: readonly string[];
};

export type Recipient = {
  /** If the mail has no unsubscribe link of ours, `unsubscribeUrl` among them is the sender's own and is put in no header. */
  values: MergeValues;
  to: Mailbox;
  /** With its angle brackets. The same for every attempt at the same mail. */
  messageId: string;
  /** The Message-IDs of the earlier mails of its thread, the oldest first; none if it begins one. */
  thread?: readonly string[];
  /** Goes into the visible link and into List-Unsubscribe (RFC 8058). Without it, the mail has neither. */
  unsubscribeUrl?: string;
  /** The mailto address that unsubscribes, for mail programs that support no other way; none if no mailbox is read. */
  unsubscribeMailto?: string | undefined;
  openPixelUrl?: string;
  /** The token that the counted links carry, by which a click is attributed to this recipient; without it none is counted. */
  clickToken?: string;
  date: Date;
};

export type Composition = {
  /** The mail of one recipient, in a buffer from `buffers` or a new one. Throws a TypeError when `to` is no address. */
  fill(recipient: Recipient, buffers?: MailBuffers): OutgoingMail;
};

/**
 * Prepares a campaign's mail once: headers, structure and all text that is the same for everybody are encoded here, so
 * that one recipient's mail only needs its pieces joined. It yields where other work may be given a turn.
 */
export function* composing(letter: Letter): Generator<void, Composition> {
  const { custom, links = noCountedLinks, linksAsGiven } = letter;
  const html = yield* finishing(letter.html, letter);
  const text = writtenText(letter) ?? (yield* readingText(html));
  const subject = compileTemplate(letter.subject, custom);
  const envelopeFrom = wireAddress(letter.envelopeFrom ?? letter.from.address);
  const fixedHeaders = [
    mailboxHeader("From", letter.from),
    ...(letter.replyTo ? [mailboxHeader("Reply-To", letter.replyTo)] : []),
    "MIME-Version: 1.0",
  ];
  // No quoted-printable text contains "=_", so no content can be mistaken for a boundary.
  const boundary = newBoundary();
  const isPlain = letter.html === "" && letter.text !== undefined;
  const frame = frameOf({ fixedHeaders, boundary, attached: letter.attached ?? [], isPlain });
  // The line end after each part belongs to the boundary (RFC 2046 section 5.1.1) and is not part of the content.
  const textPieces = encodeTemplate(`${text}\r\n`, custom);
  yield;
  const at = yield* bodyEnd(html);
  const found = links.ids.size === 0 ? [] : yield* findingLinks(html, { ownOrigin: links.base, custom });
  const beforePixel = encodeHtml(html, { start: 0, end: at, found, links, custom });
  const rest = { start: at, end: html.length + 2, found, links, custom };
  const counting = { beforePixel, afterPixel: encodeHtml(`${html}\r\n`, rest) };
  /** The same with uncounted links: made when it is first needed, as most campaigns count everybody's clicks or nobody's. */
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
      const filling = { values, escape: "html" as const, linksAsGiven, click };
      const to = wireAddress(recipient.to.address);
      const messageId = wireMessageId(recipient.messageId);
      const headers = [
        wireMailboxHeader("To", { address: to, name: recipient.to.name }),
        textHeader("Subject", fillSegments(subject, values, { escape: "none" })),
        `Message-ID: ${messageId}`,
        ...threadHeaders(recipient.thread ?? []),
        dateHeader(recipient.date),
        ...unsubscribeHeaders(recipient),
        "",
      ];
      const parts: MailParts = [frame.start, headers.join("\r\n"), frame.text];
      fillPieces(parts, textPieces, { values, escape: "none", linksAsGiven });
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

/** A campaign's HTML as it is sent, with its merge fields not filled in yet. */
export function* finishing(
  html: string,
  { hasUnsubscribeLink = true, site }: Pick<Letter, "hasUnsubscribeLink" | "site"> = {},
): Generator<void, string> {
  const restored = withWholePictures(withFieldsInLinks(html), site ?? "");
  return hasUnsubscribeLink ? yield* withUnsubscribeLink(restored) : restored;
}

/**
 * What a recipient would see of a letter with one lead's values. The unsubscribe link leads nowhere, so that following
 * it in a preview unsubscribes nobody.
 */
export function* readerView(
  letter: Pick<Letter, "subject" | "html" | "custom" | "site">,
  values: MergeValues,
): Generator<void, { subject: string; html: string; text: string }> {
  const html = yield* finishing(letter.html, { site: letter.site ?? null });
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

/** The parts of a letter's mails that are the same for everybody. Each ends with a line end. */
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

/** The lines around the text of a mail with attachments, which make one multipart/mixed (RFC 2046 section 5.1.3). */
function wrapping(attached: readonly string[]): { before: string[]; after: string[] } {
  if (attached.length === 0) return { before: [], after: [] };
  const boundary = newBoundary();
  return {
    before: [`Content-Type: multipart/mixed;\r\n boundary="${boundary}"`, "", `--${boundary}`],
    after: [...attached.map((part) => `--${boundary}\r\n${part}`), `--${boundary}--`],
  };
}

/** RFC 8058 section 3.1: both headers together enable the unsubscribe button of mail programs. */
function unsubscribeHeaders({ unsubscribeUrl: url, unsubscribeMailto: mailto }: Recipient): string[] {
  if (url === undefined) return [];
  const ways = mailto === undefined ? [url] : [url, mailto];
  return [urlHeader("List-Unsubscribe", ...ways), "List-Unsubscribe-Post: List-Unsubscribe=One-Click"];
}

/** The invisible image whose download shows that a mail was opened. */
const openPixel: readonly MailPiece[] = [
  Buffer.from(encodePiece('<img src="'), "latin1"),
  { field: "openPixelUrl", fallback: "" },
  Buffer.from(encodePiece('" width="1" height="1" alt="" style="display:block;border:0">'), "latin1"),
];
