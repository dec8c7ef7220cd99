import { ann, answer, type Form, ourMail, oursId, plain } from "./formParts.ts";

import { plainBounces } from "./plainForms.ts";
import { reports } from "./reportForms.ts";

const complaint = (fields: string, returned: string) =>
  [
    "Return-Path: <feedback@fbl.example>",
    "From: <feedback@fbl.example>",
    "To: news@shop.example",
    "Subject: complaint",
    "Message-ID: <arf.1@fbl.example>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=feedback-report; boundary="arf"',
    "",
    "--arf",
    "Content-Type: text/plain",
    "",
    "This is an email abuse report.",
    "--arf",
    "Content-Type: message/feedback-report",
    "",
    fields,
    "",
    "--arf",
    "Content-Type: message/rfc822",
    "",
    returned,
    "--arf--",
    "",
  ].join("\r\n");
const complaints: Form[] = [
  {
    name: "the example of RFC 5965",
    is: "complaint",
    raw: complaint("Feedback-Type: abuse\r\nUser-Agent: SomeGenerator/1.0\r\nVersion: 1", ourMail),
  },
  {
    name: "Yahoo's feedback loop",
    is: "complaint",
    raw: complaint(
      `Feedback-Type: abuse\r\nUser-Agent: Yahoo!-Mail-Feedback/2.0\r\nVersion: 0.1\r\nOriginal-Mail-From: <news@shop.example>\r\nOriginal-Rcpt-To: ${ann}`,
      ourMail,
    ),
  },
  {
    name: "a report on authentication (RFC 6591)",
    is: "none",
    raw: complaint("Feedback-Type: auth-failure\r\nVersion: 1\r\nAuth-Failure: dmarc", ourMail),
  },
  {
    name: "somebody who says that it was no spam",
    is: "none",
    raw: complaint("Feedback-Type: not-spam\r\nVersion: 1", ourMail),
  },
];

const autoReplies: Form[] = [
  {
    name: "RFC 3834",
    is: "autoReply",
    raw: plain(answer("Auto: Three things for May", "Auto-Submitted: auto-replied"), "I am away."),
  },
  {
    name: "Exchange",
    is: "autoReply",
    raw: plain(
      answer("Automatic reply: Three things for May", "X-Auto-Response-Suppress: All"),
      "I am away.",
    ),
  },
  {
    name: "Gmail's vacation",
    is: "autoReply",
    raw: plain(
      answer(
        "Re: Three things for May",
        "Auto-Submitted: auto-replied",
        "Precedence: bulk",
        "X-Autoreply: yes",
      ),
      "Away.",
    ),
  },
  {
    name: "German Outlook, that says so in the subject alone",
    is: "autoReply",
    raw: plain(answer("Automatische Antwort: Three things for May"), "Ich bin nicht im Haus."),
  },
  {
    name: "French Outlook, in an encoded subject",
    is: "autoReply",
    raw: plain(answer("=?utf-8?Q?R=C3=A9ponse_automatique_:?= Three things"), "Je suis absente."),
  },
  {
    name: "Hungarian Outlook, behind what a gateway writes before the subject",
    is: "autoReply",
    raw: plain(answer("[EXTERNAL] Automatikus válasz: Three things for May"), "Nem vagyok bent."),
  },
  {
    name: "Korean Outlook, in an encoded subject",
    is: "autoReply",
    raw: plain(answer("=?utf-8?B?7J6Q64+ZIO2ajOyLoA==?=: Three things for May"), "."),
  },
  {
    name: "a ticket system",
    is: "autoReply",
    raw: plain(answer("[#4711] We have got your mail", "Precedence: auto_reply"), "A ticket was opened."),
  },
  {
    name: "vacation(1), with an empty sender",
    is: "autoReply",
    raw: plain(
      ["Return-Path: <>", ...answer("away from my mail").slice(1)],
      "I will read it when I am back.",
    ),
  },
  {
    name: "a receipt that it was shown (RFC 8098)",
    is: "autoReply",
    raw: [
      ...answer("Read: Three things for May"),
      "MIME-Version: 1.0",
      'Content-Type: multipart/report; report-type=disposition-notification; boundary="mdn"',
      "",
      "--mdn",
      "Content-Type: text/plain",
      "",
      "It was shown.",
      "--mdn",
      "Content-Type: message/disposition-notification",
      "",
      `Final-Recipient: rfc822;${ann}`,
      "Disposition: manual-action/MDN-sent-manually; displayed",
      "--mdn--",
      "",
    ].join("\r\n"),
  },
];

const replies: Form[] = [
  {
    name: "Gmail",
    is: "reply",
    raw: plain(
      answer("Re: Three things for May"),
      `Thank you!\r\n\r\nOn Mon, 4 May 2026 Shop wrote:\r\n> Hello Ann`,
    ),
  },
  {
    name: "Outlook, in HTML",
    is: "reply",
    raw: [
      ...answer("RE: Three things for May", "Thread-Index: AdqY", "X-MS-Has-Attach: "),
      "MIME-Version: 1.0",
      "Content-Type: text/html; charset=us-ascii",
      "",
      "<p>Yes, please.</p>",
      "",
    ].join("\r\n"),
  },
  {
    name: "a phone, with In-Reply-To alone",
    is: "reply",
    raw: plain(
      answer("Re: Three things").filter((line) => !line.startsWith("References")),
      "ok",
    ),
  },
  {
    name: "one that names us in References alone",
    is: "reply",
    raw: plain(
      answer("Aw: Three things").filter((line) => !line.startsWith("In-Reply-To")),
      "Ja!",
    ),
  },
  {
    name: "one that speaks of mails which were not delivered",
    is: "reply",
    raw: plain(
      answer("Undeliverable parcels"),
      "The parcel was not delivered, and user unknown is what your site says. 550 of them?",
    ),
  },
  {
    name: "a person who reads postmaster@, of mails that are rejected",
    is: "reply",
    raw: plain(
      answer("[EXTERNAL] Re: Three things for May").map((line) =>
        line.startsWith("From") ? `From: Bob <postmaster@customer.example>` : line,
      ),
      `Mails to ${ann} are rejected by our filter, I let them through from now on.`,
    ),
  },
  {
    name: "a mail about something else",
    is: "none",
    raw: plain(
      ["From: bob@elsewhere.example", "Subject: Lunch?", "Message-ID: <1@elsewhere.example>"],
      "At noon?",
    ),
  },
  {
    name: "one that quotes our Message-ID in its text, as anybody can",
    is: "none",
    raw: plain(
      ["From: bob@elsewhere.example", "Subject: Look", "Message-ID: <2@elsewhere.example>"],
      `Message-ID: <${oursId}>`,
    ),
  },
];

export const forms: Form[] = [...reports, ...plainBounces, ...complaints, ...autoReplies, ...replies];
