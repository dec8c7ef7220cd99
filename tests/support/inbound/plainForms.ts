import { ann, bounced, type Form, ourHead, ourMail, oursId, plain } from "./formParts.ts";

/** Mails that came back with words alone. */
export const plainBounces: Form[] = [
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
    name: "Exim, a filter's machine whose name says spam",
    is: "hard",
    words: "550 No such recipient",
    raw: plain(
      bounced(
        "Mail Delivery System <Mailer-Daemon@relay.example>",
        "Mail delivery failed: returning message to sender",
        `X-Failed-Recipients: ${ann}`,
      ),
      `A message that you sent could not be delivered to one or more of its recipients.\r\n\r\n  ${ann}\r\n    host mx.antispamcloud.example [192.0.2.7]\r\n    SMTP error from remote mail server after RCPT TO:<${ann}>:\r\n    550 No such recipient here\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\n${ourMail}`,
    ),
  },
  ...["Sender verify failed: domain not found", "Reverse DNS not found for 5.1.1.7"].map(
    (said): Form => ({
      name: `Exim, the sender's fault: ${said}`,
      is: "refused",
      words: said,
      raw: plain(
        bounced(
          "Mail Delivery System <Mailer-Daemon@relay.example>",
          "Mail delivery failed: returning message to sender",
          `X-Failed-Recipients: ${ann}`,
        ),
        `A message that you sent could not be delivered to one or more of its recipients.\r\n\r\n  ${ann}\r\n    SMTP error from remote mail server after RCPT TO:<${ann}>:\r\n    550 ${said}\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\n${ourMail}`,
      ),
    }),
  ),
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
