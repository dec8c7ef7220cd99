import { ann, daemon, type Form, ourHead, ourMail, oursId, recipient, report } from "./formParts.ts";

/** Mails that came back with a report (RFC 3464). */
export const reports: Form[] = [
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
      from: daemon,
      subject: "Undelivered Mail Returned to Sender",
      text: "The mail system",
      status: recipient("5.1.1", `550 5.1.1 <${ann}>... User unknown`),
      returned: { type: "text/rfc822-headers", text: ourHead },
    }),
  },
  {
    name: "Postfix, the domain does not exist",
    is: "hard",
    raw: report({
      from: daemon,
      subject: "Undelivered Mail Returned to Sender",
      text: "Host or domain name not found.",
      status: `Final-Recipient: rfc822; ${ann}\r\nAction: failed\r\nStatus: 5.4.4\r\nDiagnostic-Code: X-Postfix; Host or domain name not found. Name service error\r\n    for name=customer.example type=A: Host not found`,
    }),
  },
  {
    name: "Postfix, given up after five days",
    is: "soft",
    raw: report({
      from: daemon,
      subject: "Undelivered Mail Returned to Sender",
      text: "Giving up.",
      status: `Final-Recipient: rfc822; ${ann}\r\nAction: failed\r\nStatus: 4.4.1\r\nDiagnostic-Code: X-Postfix; connect to mx.customer.example[192.0.2.7]:25:\r\n    Connection timed out`,
    }),
  },
  {
    name: "Postfix, still trying",
    is: "none",
    raw: report({
      from: daemon,
      subject: "Delayed Mail (still being retried)",
      text: "You do not need to resend.",
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
      subject: "Delivery Status Notification (Failure)",
      text: "The recipient's inbox is full",
      status: recipient("5.2.2", "552-5.2.2 The email account that you tried to reach is over quota."),
    }),
  },
  {
    name: "Gmail, refused as spam",
    is: "refused",
    raw: report({
      from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
      subject: "Delivery Status Notification (Failure)",
      text: "Message blocked",
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
      subject: "Undeliverable: Three things for May",
      text: "Access denied",
      status: recipient(
        "5.4.1",
        `550 5.4.1 Recipient address rejected: Access denied. [mail.protection.outlook.com]`,
      ),
    }),
  },
  ...(
    [
      [
        "a domain that is not there",
        "hard",
        "5.4.310",
        "550 5.4.310 DNS domain customer.example does not exist",
      ],
      [
        "given up",
        "soft",
        "5.4.316",
        "550 5.4.316 Message expired, connection refused(Socket error code 10061)",
      ],
    ] as const
  ).map(
    ([what, is, status, said]): Form => ({
      name: `Microsoft 365, ${what}`,
      is,
      words: said,
      raw: report({
        from: "Microsoft Outlook <postmaster@outlook.example>",
        subject: "Undeliverable: Three things for May",
        text: "Your message couldn't be delivered.",
        status: recipient(status, said),
      }),
    }),
  ),
  ...(
    [
      [
        "a link with the word policy",
        "hard",
        "5.1.1",
        "550 5.1.1 User unknown. See https://mx.example/policy",
      ],
      ["an address of a machine like a status", "refused", "5.0.0", "550 Mail from 5.1.1.7 refused"],
      [
        "Gmail, too many mails for now",
        "soft",
        "5.2.1",
        "550-5.2.1 The user is receiving mail at a rate that prevents",
      ],
    ] as const
  ).map(
    ([name, is, status, said]): Form => ({
      name,
      is,
      words: said,
      raw: report({ from: daemon, subject: "Undelivered", text: "Failed.", status: recipient(status, said) }),
    }),
  ),
  {
    name: "Exchange, mailbox full",
    is: "soft",
    raw: report({
      from: "Postmaster <postmaster@customer.example>",
      subject: "Undeliverable: Three things for May",
      text: "The recipient's mailbox is full",
      status: recipient("5.2.2", "554 5.2.2 mailbox full;STOREDRV.Deliver.Exception:QuotaExceededException"),
    }),
  },
  {
    name: "Exchange, restricted recipient",
    is: "refused",
    raw: report({
      from: "Postmaster <postmaster@customer.example>",
      subject: "Undeliverable: Three things for May",
      text: "The group only takes mail of its members",
      status: recipient("5.7.133", "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; not allowed"),
    }),
  },
  {
    name: "Hotmail, which says 5.5.0 of a mailbox that is not there",
    is: "hard",
    raw: report({
      from: "postmaster@hotmail.com",
      subject: "Delivery Status Notification (Failure)",
      text: "Failed.",
      status: recipient("5.5.0", "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302)."),
    }),
  },
  {
    name: "Yahoo, which says what it was in its words alone",
    is: "hard",
    raw: report({
      from: "MAILER-DAEMON@yahoo.com",
      subject: "Failure Notice",
      text: "Sorry, we were unable to deliver your message to the following address.",
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
      subject: "Delivery Status Notification (Failure)",
      text: "An error occurred while trying to deliver.",
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
      subject: "[Postmaster] Email Delivery Failure",
      text: "This is a delivery failure notification",
      status: recipient("5.7.1", "554 Email rejected due to security policies - MCSpamSignature.x.x"),
    }),
  },
  {
    name: "Proofpoint, blocked by reputation under a status that says nothing",
    is: "refused",
    raw: report({
      from: daemon,
      subject: "Undeliverable",
      text: "Blocked",
      status: recipient("5.0.0", "554 Blocked - see https://ipcheck.proofpoint.example/?ip=192.0.2.1"),
    }),
  },
  {
    name: "Barracuda, no such address",
    is: "hard",
    raw: report({
      from: "MAILER-DAEMON@barracuda.example",
      subject: "**Message you sent blocked by our bulk email filter**",
      text: "-",
      status: recipient("5.1.1", `550 No such domain at this location (${ann}): no such user`),
    }),
  },
  {
    name: "GMX and WEB.DE, not taken in the dialogue",
    is: "hard",
    raw: report({
      from: "GMX Mailer Daemon <mailer-daemon@gmx.de>",
      subject: "Mail delivery failed: returning message to sender",
      text: "This message was created automatically by mail delivery software.",
      status: recipient("5.0.0", "550-Requested action not taken: mailbox unavailable"),
    }),
  },
  {
    name: "T-Online",
    is: "hard",
    raw: report({
      from: "postmaster@t-online.example",
      subject: "Unzustellbar: Three things for May",
      text: "Nicht zugestellt",
      status: recipient("5.1.1", "550 Unknown recipient address. Empfänger unbekannt"),
    }),
  },
  {
    name: "an address of another script (RFC 6533)",
    is: "hard",
    raw: report({
      from: daemon,
      subject: "Undelivered Mail Returned to Sender",
      text: "-",
      status: recipient("5.1.1", "550 5.1.1 no such user"),
      returned: { type: "message/global-headers", text: ourHead },
    }).replace("message/delivery-status", "message/global-delivery-status"),
  },
  {
    name: "a report of two recipients of which one failed",
    is: "hard",
    raw: report({
      from: daemon,
      subject: "Undelivered Mail Returned to Sender",
      text: "-",
      status: `Final-Recipient: rfc822; bob@customer.example\r\nAction: relayed\r\nStatus: 2.0.0\r\n\r\n${recipient("5.1.1", "550 5.1.1 unknown user")}`,
    }),
  },
  {
    name: "a report that it was delivered (RFC 3464 appendix E)",
    is: "none",
    raw: report({
      from: daemon,
      subject: "Successful Mail Delivery Report",
      text: "Your message was delivered.",
      status: recipient("2.1.5", "250 2.1.5 Recipient OK", "delivered"),
    }),
  },
  {
    name: "a report on somebody else's mail",
    is: "none",
    raw: report({
      from: daemon,
      subject: "Undelivered Mail Returned to Sender",
      text: "-",
      status: recipient("5.1.1", "550 5.1.1 unknown user"),
      returned: {
        type: "message/rfc822",
        text: "From: news@shop.example\r\nSubject: No Message-ID\r\n\r\nHello",
      },
    }),
  },
];
