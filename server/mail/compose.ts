import { randomBytes } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import {
  compileTemplate,
  type Escaping,
  fillIn,
  fillSegment,
  fillSegments,
  type MergeValues,
  type TemplateSegment,
} from "../../contract/mergeFields.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import { bodyEnd } from "./beforeBodyEnd.ts";
import { type Mailbox, mailboxHeader, textHeader, urlHeader, wireAddress, wireMessageId } from "./headers.ts";
import { openPixel } from "./openPixel.ts";
import { plainText } from "./plainText.ts";
import { encodePiece, toCrlf } from "./quotedPrintable.ts";
import { withUnsubscribeLine, withUnsubscribeLink } from "./unsubscribeFooter.ts";

export type Letter = {
  subject: string;
  html: string;
  /** Made from the HTML when not given. */
  text?: string;
  from: Mailbox;
  replyTo?: Mailbox;
};

export type Recipient = {
  values: MergeValues;
  to: Mailbox;
  /** With its angle brackets. The same for every attempt at the same mail. */
  messageId: string;
  /** Goes into the visible link and into List-Unsubscribe (RFC 8058). Without it, the mail has neither. */
  unsubscribeUrl?: string;
  openPixelUrl?: string;
  date: Date;
};

export type Composition = {
  /** The mail of one recipient. Throws a TypeError when `to` is no address. */
  fill(recipient: Recipient): OutgoingMail;
};

/**
 * Prepares a campaign's mail once: headers, structure and every part of the text that is the same for all are
 * encoded here, so that one recipient's mail is a matter of joining strings.
 */
export function createComposition(letter: Letter): Composition {
  const html = withUnsubscribeLink(restoreFields(letter.html));
  const text = letter.text === undefined ? plainText(html) : withUnsubscribeLine(letter.text);
  const subject = compileTemplate(letter.subject);
  const envelopeFrom = wireAddress(letter.from.address);
  const fixedHeaders = [
    mailboxHeader("From", letter.from),
    ...(letter.replyTo ? [mailboxHeader("Reply-To", letter.replyTo)] : []),
    "MIME-Version: 1.0",
  ];
  // No quoted-printable text holds "=_", so no content can be taken for the line between the parts.
  const boundary = `--=_${randomBytes(limits.mail.boundaryBytes).toString("hex")}`;
  // The line end after each part belongs to the boundary (RFC 2046 section 5.1.1), so it is not seen as content.
  const textPieces = encodeTemplate(`${text}\r\n`);
  const at = bodyEnd(html);
  const beforePixel = encodeTemplate(html.slice(0, at));
  const afterPixel = encodeTemplate(`${html.slice(at)}\r\n`);
  return {
    fill(recipient) {
      const values = { ...recipient.values, unsubscribeUrl: recipient.unsubscribeUrl };
      const to = wireAddress(recipient.to.address);
      const messageId = wireMessageId(recipient.messageId);
      const lines = [
        ...fixedHeaders,
        mailboxHeader("To", recipient.to),
        textHeader("Subject", fillSegments(subject, values, { escape: "none" })),
        `Message-ID: ${messageId}`,
        `Date: ${mailDate(recipient.date)}`,
        ...unsubscribeHeaders(recipient.unsubscribeUrl),
        `Content-Type: multipart/alternative;\r\n boundary="${boundary}"`,
        "",
        `--${boundary}`,
        "Content-Type: text/plain; charset=utf-8",
        encodingHeader,
        "",
        `${fillPieces(textPieces, values, "none")}--${boundary}`,
        "Content-Type: text/html; charset=utf-8",
        encodingHeader,
        "",
        fillPieces(beforePixel, values, "html") +
          encodePiece(openPixel(recipient.openPixelUrl)) +
          `${fillPieces(afterPixel, values, "html")}--${boundary}--`,
        "",
      ];
      const raw = Buffer.from(lines.join("\r\n"), "latin1");
      return { envelope: { from: envelopeFrom, to }, raw, messageId };
    },
  };
}

/**
 * What a reader would see of a letter with one lead's values. The way out leads nowhere, so that a look at a mail
 * unsubscribes nobody.
 */
export function readerView(letter: Pick<Letter, "subject" | "html">, values: MergeValues) {
  const html = withUnsubscribeLink(restoreFields(letter.html));
  const all = { ...values, unsubscribeUrl: "#" };
  return {
    subject: fillIn(letter.subject, all, { escape: "none" }),
    html: fillIn(html, all, { escape: "html" }),
    text: fillIn(plainText(html), all, { escape: "none" }),
  };
}

const encodingHeader = "Content-Transfer-Encoding: quoted-printable";

/** A template whose fixed parts are quoted-printable already; its fields are not. */
function encodeTemplate(text: string): TemplateSegment[] {
  return compileTemplate(toCrlf(text)).map((segment) =>
    typeof segment === "string" ? encodePiece(segment) : segment,
  );
}

function fillPieces(pieces: readonly TemplateSegment[], values: MergeValues, escaping: Escaping): string {
  let filled = "";
  for (const piece of pieces) {
    filled +=
      typeof piece === "string" ? piece : encodePiece(fillSegment(piece, values, { escape: escaping }));
  }
  return filled;
}

/** RFC 8058 section 3.1: both headers together make a mail reader's own unsubscribe button work. */
function unsubscribeHeaders(url: string | undefined): string[] {
  if (url === undefined) return [];
  return [urlHeader("List-Unsubscribe", url), "List-Unsubscribe-Post: List-Unsubscribe=One-Click"];
}

/** Editors percent-encode the braces of a field that stands in a link; here they become a field again. */
function restoreFields(html: string): string {
  return html.replace(/%7B%7B(?:%20|\s){0,5}(\w{1,64})(?:%20|\s){0,5}%7D%7D/gi, "{{$1}}");
}

/** RFC 5322 section 3.3. */
function mailDate(date: Date): string {
  return date.toUTCString().replace("GMT", "+0000");
}
