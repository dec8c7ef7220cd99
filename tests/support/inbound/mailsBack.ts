import type { AcceptedMail } from "../smtp/scriptedSmtp.ts";

/** A header of a mail, its folded lines as one. */
export const headerIn = (mail: AcceptedMail, name: string) =>
  new RegExp(`^${name}: (.*)$`, "im").exec(headOf(mail).replaceAll(/\r\n[ \t]+/g, " "))?.[1]?.trim() ?? "";

/** A mail comes back, as RFC 3464 has it. */
export function bounceOf(
  mail: AcceptedMail,
  { to, status, words }: { to: string; status: string; words: string },
) {
  return [
    "Return-Path: <>",
    "From: Mail Delivery System <MAILER-DAEMON@mx.customer.example>",
    `To: ${mail.from}`,
    "Subject: Undelivered Mail Returned to Sender",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "Your mail did not arrive.",
    "--b",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.customer.example",
    "",
    `Final-Recipient: rfc822; ${to}`,
    "Action: failed",
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${words}`,
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    headOf(mail),
    "",
    "Hi",
    "--b--",
    "",
  ].join("\r\n");
}

/** Its recipient complained, as RFC 5965 has it. */
export function complaintOf(mail: AcceptedMail) {
  return [
    "From: <fbl@provider.example>",
    `To: ${mail.from}`,
    "Subject: complaint",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    "An abuse report.",
    "--b",
    "Content-Type: message/feedback-report",
    "",
    "Feedback-Type: abuse",
    "User-Agent: P/1.0",
    "Version: 1",
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    headOf(mail),
    "",
    "Hi",
    "--b--",
    "",
  ].join("\r\n");
}

/** Somebody answers it. */
export function replyTo(mail: AcceptedMail, { by, more = [] }: { by: string; more?: string[] }) {
  return [
    `From: Ann <${by}>`,
    `To: ${mail.from}`,
    "Subject: Re: Three things",
    "Message-ID: <1@customer.example>",
    `In-Reply-To: ${headerIn(mail, "Message-ID")}`,
    ...more,
    "",
    "Thank you!",
    "",
  ].join("\r\n");
}

function headOf({ raw }: AcceptedMail): string {
  const text = Buffer.from(raw).toString("latin1");
  return text.slice(0, text.indexOf("\r\n\r\n"));
}
