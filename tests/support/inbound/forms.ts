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

const ourHead = [
  `Message-ID: <${oursId}>`,
  "From: Shop <news@shop.example>",
  `To: Ann <${ann}>`,
  "Subject: Three things for May",
  "Date: Mon, 4 May 2026 09:00:00 +0000",
  "MIME-Version: 1.0",
].join("\r\n");
const ourMail = `${ourHead}\r\nContent-Type: text/plain\r\n\r\nHello Ann,\r\nthree things.\r\n`;

type Report = {
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
function report({
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
function plain(fields: readonly string[], text: string): string {
  return [...fields, "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "", text, ""].join(
    "\r\n",
  );
}

const recipient = (status: string, diagnostic: string, action = "failed") =>
  [
    `Final-Recipient: rfc822; ${ann}`,
    `Action: ${action}`,
    `Status: ${status}`,
    ...(diagnostic === "" ? [] : [`Diagnostic-Code: smtp; ${diagnostic}`]),
  ].join("\r\n");
const daemon = "Mail Delivery System <MAILER-DAEMON@mx.customer.example>";
const bounced = (from: string, subject: string, ...more: string[]) => [
  ...["Return-Path: <>", `From: ${from}`, "To: news@shop.example", `Subject: ${subject}`],
  ...["Message-ID: <bounce.1@mx.customer.example>", "Date: Mon, 4 May 2026 09:00:05 +0000", ...more],
];
const answer = (subject: string, ...more: string[]) => [
  ...["Return-Path: <ann@customer.example>", `From: Ann <${ann}>`, "To: Shop <news@shop.example>"],
  ...[`Subject: ${subject}`, "Message-ID: <answer.1@customer.example>", `In-Reply-To: <${oursId}>`],
  ...[`References: <earlier@elsewhere.example> <${oursId}>`, ...more],
];

const reports: Form[] = [
  {
    name: "Postfix, user unknown",
    is: "hard",
    words: "User unknown in virtual mailbox table",
    raw: report({
      from: daemon,
      subject: "Undelivered Mail Returned to Sender",
      text: `This is the mail system at host mx.customer.example.\r\n\r\nI'm sorry to have to inform you that your message could not\r\nbe delivered to one or more recipients.\r\n\r\n<${ann}>: host mx2.customer.example[192.0.2.7] said: 550 5.1.1\r\n    <${ann}>: Recipient address rejected: User unknown in virtual mailbox table (in reply to RCPT TO command)`,
      status: `Final-Recipient: rfc822; ${ann}\r\nOriginal-Recipient: rfc822;${ann}\r\nAction: failed\r\nStatus: 5.1.1\r\nRemote-MTA: dns; mx2.customer.example\r\nDiagnostic-Code: smtp; 550 5.1.1 <${ann}>: Recipient address rejected: User\r\n    unknown in virtual mailbox table`,
    }),
  },
  {
    name: "Postfix, only the head is returned",
    is: "hard",
    raw: report({
      ...{ from: daemon, subject: "Undelivered Mail Returned to Sender", text: "The mail system" },
      status: recipient("5.1.1", `550 5.1.1 <${ann}>... User unknown`),
      returned: { type: "text/rfc822-headers", text: ourHead },
    }),
  },
  {
    name: "Postfix, the domain does not exist",
    is: "hard",
    raw: report({
      ...{
        from: daemon,
        subject: "Undelivered Mail Returned to Sender",
        text: "Host or domain name not found.",
      },
      status: `Final-Recipient: rfc822; ${ann}\r\nAction: failed\r\nStatus: 5.4.4\r\nDiagnostic-Code: X-Postfix; Host or domain name not found. Name service error\r\n    for name=customer.example type=A: Host not found`,
    }),
  },
  {
    name: "Postfix, given up after five days",
    is: "soft",
    raw: report({
      ...{ from: daemon, subject: "Undelivered Mail Returned to Sender", text: "Giving up." },
      status: `Final-Recipient: rfc822; ${ann}\r\nAction: failed\r\nStatus: 4.4.1\r\nDiagnostic-Code: X-Postfix; connect to mx.customer.example[192.0.2.7]:25:\r\n    Connection timed out`,
    }),
  },
  {
    name: "Postfix, still trying",
    is: "none",
    raw: report({
      ...{ from: daemon, subject: "Delayed Mail (still being retried)", text: "You do not need to resend." },
      status: recipient("4.4.1", "connect to mx.customer.example: Connection timed out", "delayed"),
    }),
  },
  {
    name: "sendmail",
    is: "hard",
    words: "User unknown",
    raw: report({
      from: "Mail Delivery Subsystem <MAILER-DAEMON@relay.example>",
      subject: "Returned mail: see transcript for details",
      text: `The original message was received at Mon, 4 May 2026 09:00:01 GMT\r\n\r\n   ----- The following addresses had permanent fatal errors -----\r\n<${ann}>\r\n    (reason: 550 5.1.1 <${ann}>... User unknown)\r\n\r\n   ----- Transcript of session follows -----\r\n550 5.1.1 <${ann}>... User unknown`,
      status: `Final-Recipient: RFC822; ${ann}\r\nAction: failed\r\nStatus: 5.1.1\r\nRemote-MTA: DNS; mx.customer.example\r\nDiagnostic-Code: SMTP; 550 5.1.1 <${ann}>... User unknown\r\nLast-Attempt-Date: Mon, 4 May 2026 09:00:04 GMT`,
    }),
  },
  {
    name: "Gmail, address not found",
    is: "hard",
    words: "does not exist",
    raw: report({
      from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      subject: "Delivery Status Notification (Failure)",
      more: `X-Failed-Recipients: ${ann}\r\nIn-Reply-To: <${oursId}>\r\nReferences: <${oursId}>`,
      reportingMta: "googlemail.com",
      text: `** Address not found **\r\n\r\nYour message wasn't delivered to ${ann} because the address couldn't be found, or is unable to receive mail.`,
      status: `Final-Recipient: rfc822; ${ann}\r\nAction: failed\r\nStatus: 5.1.1\r\nRemote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.9, the server for the domain customer.example.)\r\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n 550-5.1.1 double-checking the recipient's email address for typos or\r\n 550 5.1.1 unnecessary spaces. - gsmtp`,
    }),
  },
  {
    name: "Gmail, mailbox full",
    is: "soft",
    raw: report({
      from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      ...{ subject: "Delivery Status Notification (Failure)", text: "The recipient's inbox is full" },
      status: recipient("5.2.2", "552-5.2.2 The email account that you tried to reach is over quota."),
    }),
  },
  {
    name: "Gmail, refused as spam",
    is: "refused",
    raw: report({
      from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      ...{ subject: "Delivery Status Notification (Failure)", text: "Message blocked" },
      status: recipient(
        "5.7.1",
        "550-5.7.1 Our system has detected that this message is likely unsolicited mail.",
      ),
    }),
  },
  {
    name: "Microsoft 365, no such recipient",
    is: "hard",
    words: "RESOLVER.ADR.RecipientNotFound",
    raw: report({
      from: "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@customer.example>",
      subject: "Undeliverable: Three things for May",
      text: `Your message to ${ann} couldn't be delivered.\r\nAnn wasn't found at customer.example.`,
      status: `Final-Recipient: rfc822;${ann}\r\nAction: failed\r\nStatus: 5.1.10\r\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${ann} not found by SMTP address lookup`,
    }),
  },
  {
    name: "Microsoft 365, the tenant does not know the recipient",
    is: "hard",
    raw: report({
      from: "postmaster@customer.example",
      ...{ subject: "Undeliverable: Three things for May", text: "Access denied" },
      status: recipient(
        "5.4.1",
        `550 5.4.1 Recipient address rejected: Access denied. [mail.protection.outlook.com]`,
      ),
    }),
  },
  {
    name: "Exchange, mailbox full",
    is: "soft",
    raw: report({
      from: "Postmaster <postmaster@customer.example>",
      ...{ subject: "Undeliverable: Three things for May", text: "The recipient's mailbox is full" },
      status: recipient("5.2.2", "554 5.2.2 mailbox full;STOREDRV.Deliver.Exception:QuotaExceededException"),
    }),
  },
  {
    name: "Exchange, restricted recipient",
    is: "refused",
    raw: report({
      from: "Postmaster <postmaster@customer.example>",
      ...{ subject: "Undeliverable: Three things for May", text: "The group only takes mail of its members" },
      status: recipient("5.7.133", "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; not allowed"),
    }),
  },
  {
    name: "Hotmail, which says 5.5.0 of a mailbox that is not there",
    is: "hard",
    raw: report({
      ...{
        from: "postmaster@hotmail.com",
        subject: "Delivery Status Notification (Failure)",
        text: "Failed.",
      },
      status: recipient("5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)."),
    }),
  },
  {
    name: "Yahoo, which says what it was in its words alone",
    is: "hard",
    raw: report({
      from: "MAILER-DAEMON@yahoo.com",
      ...{
        subject: "Failure Notice",
        text: "Sorry, we were unable to deliver your message to the following address.",
      },
      status: recipient(
        "5.0.0",
        "554 delivery error: dd This user doesn't have a yahoo.com account (ann@customer.example) [0]",
      ),
    }),
  },
  {
    name: "Amazon SES",
    is: "hard",
    raw: report({
      from: "MAILER-DAEMON@eu-west-1.amazonses.com",
      ...{
        subject: "Delivery Status Notification (Failure)",
        text: "An error occurred while trying to deliver.",
      },
      reportingMta: "a6-24.smtp-out.eu-west-1.amazonses.com",
      status: recipient("5.1.1", "550 5.1.1 user unknown"),
      returned: { type: "message/rfc822", text: `X-SES-Outgoing: 2026.05.04\r\n${ourMail}` },
    }),
  },
  {
    name: "Mimecast, refused by policy",
    is: "refused",
    raw: report({
      from: "postmaster@mimecast.example",
      ...{ subject: "[Postmaster] Email Delivery Failure", text: "This is a delivery failure notification" },
      status: recipient("5.7.1", "554 Email rejected due to security policies - MCSpamSignature.x.x"),
    }),
  },
  {
    name: "Proofpoint, blocked by reputation under a status that says nothing",
    is: "refused",
    raw: report({
      ...{ from: daemon, subject: "Undeliverable", text: "Blocked" },
      status: recipient("5.0.0", "554 Blocked - see https://ipcheck.proofpoint.example/?ip=192.0.2.1"),
    }),
  },
  {
    name: "Barracuda, no such address",
    is: "hard",
    raw: report({
      ...{
        from: "MAILER-DAEMON@barracuda.example",
        subject: "**Message you sent blocked by our bulk email filter**",
        text: "-",
      },
      status: recipient("5.1.1", `550 No such domain at this location (${ann}): no such user`),
    }),
  },
  {
    name: "GMX and WEB.DE, not taken in the dialogue",
    is: "hard",
    raw: report({
      ...{
        from: "GMX Mailer Daemon <mailer-daemon@gmx.de>",
        subject: "Mail delivery failed: returning message to sender",
      },
      text: "This message was created automatically by mail delivery software.",
      status: recipient("5.0.0", "550-Requested action not taken: mailbox unavailable"),
    }),
  },
  {
    name: "T-Online",
    is: "hard",
    raw: report({
      ...{
        from: "postmaster@t-online.example",
        subject: "Unzustellbar: Three things for May",
        text: "Nicht zugestellt",
      },
      status: recipient("5.1.1", "550 Unknown recipient address. Empfänger unbekannt"),
    }),
  },
  {
    name: "an address of another script (RFC 6533)",
    is: "hard",
    raw: report({
      ...{ from: daemon, subject: "Undelivered Mail Returned to Sender", text: "-" },
      status: recipient("5.1.1", "550 5.1.1 no such user"),
      returned: { type: "message/global-headers", text: ourHead },
    }).replace("message/delivery-status", "message/global-delivery-status"),
  },
  {
    name: "a report of two recipients of which one failed",
    is: "hard",
    raw: report({
      ...{ from: daemon, subject: "Undelivered Mail Returned to Sender", text: "-" },
      status: `Final-Recipient: rfc822; bob@customer.example\r\nAction: relayed\r\nStatus: 2.0.0\r\n\r\n${recipient("5.1.1", "550 5.1.1 unknown user")}`,
    }),
  },
  {
    name: "a report that it was delivered (RFC 3464 appendix E)",
    is: "none",
    raw: report({
      ...{ from: daemon, subject: "Successful Mail Delivery Report", text: "Your message was delivered." },
      status: recipient("2.1.5", "250 2.1.5 Recipient OK", "delivered"),
    }),
  },
  {
    name: "a report on somebody else's mail",
    is: "none",
    raw: report({
      ...{ from: daemon, subject: "Undelivered Mail Returned to Sender", text: "-" },
      status: recipient("5.1.1", "550 5.1.1 unknown user"),
      returned: {
        type: "message/rfc822",
        text: "From: news@shop.example\r\nSubject: No Message-ID\r\n\r\nHello",
      },
    }),
  },
];

const plainBounces: Form[] = [
  {
    name: "qmail",
    is: "hard",
    words: "no mailbox here by that name",
    raw: plain(
      bounced("MAILER-DAEMON@relay.example", "failure notice"),
      `Hi. This is the qmail-send program at relay.example.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\nThis is a permanent error; I've given up. Sorry it didn't work out.\r\n\r\n<${ann}>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nReturn-Path: <news@shop.example>\r\n${ourMail}`,
    ),
  },
  {
    name: "Exim",
    is: "hard",
    words: "Unrouteable address",
    raw: plain(
      bounced(
        "Mail Delivery System <Mailer-Daemon@relay.example>",
        "Mail delivery failed: returning message to sender",
        `X-Failed-Recipients: ${ann}`,
        "Auto-Submitted: auto-replied",
      ),
      `This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ${ann}\r\n    Unrouteable address\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\n${ourMail}`,
    ),
  },
  {
    name: "Exim, a remote server's reply",
    is: "hard",
    words: "550 5.1.1",
    raw: plain(
      bounced(
        "Mail Delivery System <Mailer-Daemon@relay.example>",
        "Mail delivery failed: returning message to sender",
        `X-Failed-Recipients: ${ann}`,
      ),
      `A message that you sent could not be delivered to one or more of its recipients.\r\n\r\n  ${ann}\r\n    SMTP error from remote mail server after RCPT TO:<${ann}>:\r\n    host mx.customer.example [192.0.2.7]: 550 5.1.1 User unknown\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\n${ourMail}`,
    ),
  },
  {
    name: "Exim, still trying",
    is: "none",
    raw: plain(
      bounced("Mail Delivery System <Mailer-Daemon@relay.example>", "Warning: message 1abc delayed 24 hours"),
      `A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours on the queue.\r\n\r\n  ${ann}\r\n\r\nNo action is required on your part. Delivery attempts will continue for some time.\r\n\r\n${ourMail}`,
    ),
  },
  {
    name: "Lotus Domino",
    is: "hard",
    words: "not listed in Domino Directory",
    raw: plain(
      bounced(
        "Postmaster@customer.example",
        "DELIVERY FAILURE: User ann (ann@customer.example) not listed in Domino Directory",
      ),
      `Your message\r\n\r\n  Subject: Three things for May\r\n\r\nwas not delivered to:\r\n\r\n  ${ann}\r\n\r\nbecause:\r\n\r\n  User ann (${ann}) not listed in Domino Directory\r\n\r\nMessage-ID: <${oursId}>`,
    ),
  },
  {
    name: "GroupWise",
    is: "hard",
    raw: plain(
      bounced("Mailer-Daemon@customer.example", "Message status - undeliverable"),
      `The message that you sent was undeliverable to the following:\r\n\tann (550 User unknown)\r\n\r\nPossibly truncated original message follows:\r\n\r\n${ourMail}`,
    ),
  },
  {
    name: "MDaemon",
    is: "hard",
    raw: plain(
      bounced("MDaemon@customer.example", "Permanent Delivery Failure"),
      `The attached message had PERMANENT fatal delivery errors!\r\n\r\nDelivery failed: ${ann}\r\n> 550 ${ann}, Recipient unknown\r\n\r\n: Message header follows\r\n${ourHead}`,
    ),
  },
  {
    name: "an old sendmail without a report",
    is: "hard",
    raw: plain(
      bounced("MAILER-DAEMON@old.example (Mail Delivery Subsystem)", "Returned mail: User unknown"),
      `   ----- Transcript of session follows -----\r\n550 ${ann}... User unknown\r\n\r\n   ----- Unsent message follows -----\r\n${ourMail}`,
    ),
  },
  {
    name: "Mail.ru, a full mailbox",
    is: "soft",
    raw: plain(
      bounced("mailer-daemon@corp.mail.ru", "Mail failure."),
      `This message was created automatically by mail.ru.\r\nA message that you sent could not be delivered.\r\n\r\n${ann}\r\n   mailbox is full, quota exceeded\r\n\r\n------ This is a copy of the message headers ------\r\n${ourHead}`,
    ),
  },
  {
    name: "a relay that sends HTML alone",
    is: "hard",
    raw: [
      ...bounced("postmaster@relay.example", "Undeliverable: Three things for May"),
      "MIME-Version: 1.0",
      "Content-Type: text/html; charset=utf-8",
      "",
      `<html><body><p>Your message could not be delivered to <b>${ann}</b>.</p>\r\n<p>550 5.1.1 User unknown</p>\r\n<pre>Message-ID: &lt;${oursId}&gt;</pre></body></html>`,
      "",
    ].join("\r\n"),
  },
  {
    name: "a bounce with nobody's name as its sender",
    is: "hard",
    raw: plain(
      bounced("bounces@relay.example", "Undeliverable mail"),
      `Could not be delivered: ${ann}\r\n550 5.1.1 no such user here\r\n\r\n${ourHead}`,
    ),
  },
  {
    name: "a bounce with the mail attached as a file",
    is: "hard",
    raw: [
      ...bounced("MAILER-DAEMON@relay.example", "Delivery failure"),
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b1"',
      "",
      "--b1",
      "Content-Type: text/plain",
      "",
      `Delivery to the following recipient failed permanently: ${ann}\r\n550 user unknown`,
      "--b1",
      'Content-Type: application/octet-stream; name="original.eml"',
      "",
      ourMail,
      "--b1--",
      "",
    ].join("\r\n"),
  },
];

const complaint = (fields: string, returned: string) =>
  [
    ...["Return-Path: <feedback@fbl.example>", "From: <feedback@fbl.example>", "To: news@shop.example"],
    ...["Subject: complaint", "Message-ID: <arf.1@fbl.example>", "MIME-Version: 1.0"],
    'Content-Type: multipart/report; report-type=feedback-report; boundary="arf"',
    ...["", "--arf", "Content-Type: text/plain", "", "This is an email abuse report."],
    ...["--arf", "Content-Type: message/feedback-report", "", fields, ""],
    ...["--arf", "Content-Type: message/rfc822", "", returned, "--arf--", ""],
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
      ...["", "--mdn", "Content-Type: text/plain", "", "It was shown."],
      ...["--mdn", "Content-Type: message/disposition-notification", ""],
      ...[`Final-Recipient: rfc822;${ann}`, "Disposition: manual-action/MDN-sent-manually; displayed"],
      ...["--mdn--", ""],
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
      ...["MIME-Version: 1.0", "Content-Type: text/html; charset=us-ascii", "", "<p>Yes, please.</p>", ""],
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
