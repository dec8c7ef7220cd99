import type { OutgoingMail } from "../senders/sender.ts";
import {
  dateHeader,
  type Mailbox,
  mailboxHeader,
  textHeader,
  wireAddress,
  wireMessageId,
} from "./headers.ts";
import { encodePiece, toCrlf } from "./quotedPrintable.ts";

/** A mail from the installation itself to one of its users: plain text, without an unsubscribe link or tracking. */
export function systemMail(letter: {
  from: Mailbox;
  to: string;
  subject: string;
  text: string;
  id: string;
  date: Date;
}): OutgoingMail {
  const { from, to, subject, text, id, date } = letter;
  const messageId = wireMessageId(`<${id}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>`);
  const lines = [
    mailboxHeader("From", from),
    mailboxHeader("To", { address: to }),
    textHeader("Subject", subject),
    `Message-ID: ${messageId}`,
    dateHeader(date),
    // RFC 3834 section 5: no automatic reply is sent to it.
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    encodePiece(`${toCrlf(text)}\r\n`),
  ];
  return {
    envelope: { from: wireAddress(from.address), to: wireAddress(to) },
    raw: Buffer.from(lines.join("\r\n"), "latin1"),
    messageId,
  };
}
