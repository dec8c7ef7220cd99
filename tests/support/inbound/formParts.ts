/**
 * Forms in which mails come back, written after the examples of the RFCs and what mail servers and providers send. All
 * are about one mail of ours to Ann; what is made of each stands beside it.
 */
export const oursId = "0190b2c4-7d3e-7a11-8c55-1b2f3a4d5e6f@shop.example";
export const ann = "ann@customer.example";

export type Form = {
  name: string;
  raw: string;
  /** "hard": the address is at fault; "refused": this mail was not taken; "soft": it may pass; "none": about no mail of ours. */
  is: "hard" | "refused" | "soft" | "complaint" | "autoReply" | "reply" | "none";
  /** Words that must be among those that are kept. */
  words?: string;
};

export const ourHead = [
  `Message-ID: <${oursId}>`,
  "From: Shop <news@shop.example>",
  `To: Ann <${ann}>`,
  "Subject: Three things for May",
  "Date: Mon, 4 May 2026 09:00:00 +0000",
  "MIME-Version: 1.0",
].join("\r\n");
export const ourMail = `${ourHead}\r\nContent-Type: text/plain\r\n\r\nHello Ann,\r\nthree things.\r\n`;

export type Report = {
  from: string;
  subject: string;
  text: string;
  /** Fields of the one recipient, or of all, with an empty line between. */
  status: string;
  reportingMta?: string;
  returned?: { type: string; text: string } | null;
  more?: string;
};

/** A report as RFC 3464 has it. */
export function report({
  from,
  subject,
  text,
  status,
  reportingMta = "mx.customer.example",
  returned,
  more,
}: Report) {
  const back = returned === undefined ? { type: "message/rfc822", text: ourMail } : returned;
  return [
    "Return-Path: <>",
    `From: ${from}`,
    "To: news@shop.example",
    `Subject: ${subject}`,
    "Message-ID: <report.1@mx.customer.example>",
    "Date: Mon, 4 May 2026 09:00:05 +0000",
    "Auto-Submitted: auto-replied",
    ...(more === undefined ? [] : [more]),
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary="=_bound"',
    "",
    "This is a MIME-encapsulated message.",
    "",
    "--=_bound",
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    "",
    "--=_bound",
    "Content-Type: message/delivery-status",
    "",
    `Reporting-MTA: dns; ${reportingMta}`,
    "Arrival-Date: Mon, 4 May 2026 09:00:01 +0000",
    "",
    status,
    "",
    ...(back === null ? [] : ["--=_bound", `Content-Type: ${back.type}`, "", back.text, ""]),
    "--=_bound--",
    "",
  ].join("\r\n");
}

/** A mail with these header fields and this text. */
export function plain(fields: readonly string[], text: string): string {
  return [...fields, "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "", text, ""].join(
    "\r\n",
  );
}

export const recipient = (status: string, diagnostic: string, action = "failed") =>
  [
    `Final-Recipient: rfc822; ${ann}`,
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic === "" ? [] : [`Diagnostic-Code: smtp; ${diagnostic}`]),
  ].join("\r\n");
export const daemon = "Mail Delivery System <MAILER-DAEMON@mx.customer.example>";
export const bounced = (from: string, subject: string, ...more: string[]) => [
  "Return-Path: <>",
  `From: ${from}`,
  "To: news@shop.example",
  `Subject: ${subject}`,
  "Message-ID: <bounce.1@mx.customer.example>",
  "Date: Mon, 4 May 2026 09:00:05 +0000",
  ...more,
];
export const answer = (subject: string, ...more: string[]) => [
  "Return-Path: <ann@customer.example>",
  `From: Ann <${ann}>`,
  "To: Shop <news@shop.example>",
  `Subject: ${subject}`,
  "Message-ID: <answer.1@customer.example>",
  `In-Reply-To: <${oursId}>`,
  `References: <earlier@elsewhere.example> <${oursId}>`,
  ...more,
];
