import { normalAddress } from "../../../contract/address.ts";
import { inboundMailLimits as limits } from "../../../contract/limits/accounts/inboundMails.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { bounceCause, namesCause, statusIn } from "./bounceCause.ts";
import type { Bounce } from "./finding.ts";
import type { MimeMail } from "./readMime.ts";
import { returnedIds } from "./returnedMail.ts";

/**
 * A bounce in plain words, as qmail, Exim, Domino, GroupWise and many relays send it instead of a report; null for
 * everything else. It comes from a mail system and says that a mail finally could not be delivered.
 */
export function plainBounceIn(mail: MimeMail): Bounce | null {
  const failedRecipients = mail.field("x-failed-recipients");
  const said = `${mail.subject}\n${mail.text}`.toLowerCase();
  if (
    failedRecipients === "" &&
    !(isFromMailSystem(mail) && !isAnswer(mail) && failureWords.some((part) => said.includes(part)))
  )
    return null;
  // About a mail that is still being tried.
  if (delayWords.some((part) => said.includes(part))) return null;
  // The returned mail follows, whose words are not the mail server's.
  const own = mail.text.slice(0, firstOf(mail.text, returnedMarks));
  const words = closestWords(own);
  const status = statusIn(words) ?? /(?:#|\()([45]\.\d{1,3}\.\d{1,3})\b/.exec(own)?.[1];
  const code = /\b([45])\d\d\b/.exec(words)?.[1];
  return {
    kind: "bounce",
    recipients: addressesIn(failedRecipients === "" ? own : failedRecipients),
    finals: [],
    // What else is said may be about anything, such as that the mail was looked at for viruses.
    ...bounceCause(status ?? (code === "4" ? "4.0.0" : ""), namesCause(words) ? words : `${words} ${own}`),
    status: status ?? "",
    words,
    ids: returnedIds(mail),
  };
}

/** Whether a mail system sent it, by its From, or by an empty sender and what the subject says. */
export function isFromMailSystem(mail: Pick<MimeMail, "from" | "subject" | "field">): boolean {
  const local = mail.from.slice(0, Math.max(0, mail.from.lastIndexOf("@"))) || mail.from;
  if (systemNames.some((name) => local.includes(name))) return true;
  // Automatic replies may have an empty sender too, so the subject decides.
  return (
    isEmptySender(mail.field) && failureSubjects.some((part) => mail.subject.toLowerCase().includes(part))
  );
}

/** A person who reads postmaster@ answers as any other, and may write that mails are rejected. */
function isAnswer({ subject, field }: MimeMail): boolean {
  if (field("in-reply-to") === "" || isEmptySender(field)) return false;
  // Behind what a gateway writes before it, such as "[EXTERNAL]".
  return /^\s*(?:\[[^\]]{1,40}\]\s*){0,3}(?:re|aw|antw|sv|vs|odp|rif|res)\s*:/i.test(subject);
}

/** An empty envelope sender (RFC 5321 section 4.5.5), which mails of people never have. */
function isEmptySender(field: MimeMail["field"]): boolean {
  return /^<\s*>$/.test(field("return-path"));
}

const systemNames = [
  "mailer-daemon",
  "mailerdaemon",
  "postmaster",
  "mail-daemon",
  "mdaemon",
  "mailer_daemon",
];
const failureSubjects = [
  "undeliver",
  "delivery status",
  "delivery failure",
  "delivery failed",
  "failure notice",
  "returned mail",
  "mail delivery failed",
  "mail delivery failure",
  "mail system error",
  "delivery report",
  "unzustellbar",
  "message status",
  "non-delivery",
  "nondeliverable",
  "could not be delivered",
  "rejected",
  "delivery error",
];
const failureWords = [
  "undeliver",
  "not be delivered",
  "not delivered",
  "wasn't delivered",
  "delivery failure",
  "delivery failed",
  "failed to deliver",
  "failed permanently",
  "permanent error",
  "permanent fatal errors",
  "unable to deliver",
  "returned mail",
  "returned to sender",
  "delivery has failed",
  "delivery to the following",
  "rejected",
  "user unknown",
  "does not exist",
  "could not deliver",
  "couldn't be delivered",
  "giving up",
  "bounced",
  "nicht zugestellt",
  "konnte nicht",
  "unzustellbar",
  "could not be delivered",
  "address not found",
  "mail delivery failed",
  "non-delivery",
  "n'a pas pu",
  "no se pudo",
  "non è stato",
];
const delayWords = [
  "still trying",
  "will be retried",
  "will retry",
  "will keep trying",
  "will continue to try",
  "delivery delayed",
  "not yet been delivered",
  "has been delayed",
  "you do not need to resend",
  "warning: message delayed",
  "delivery incomplete",
  "this is a warning message only",
];
const returnedMarks = [
  "--- Below this line is a copy",
  "This is a copy of the message",
  "Original message follows",
  "----- Original message -----",
  "------ This is a copy",
  "Original message headers",
  "--- Original message",
  "Message header follows",
  "The original message was",
  "Returned message",
  "Original-Nachricht",
];

function firstOf(text: string, marks: readonly string[]): number {
  const found = marks.map((mark) => text.indexOf(mark)).filter((at) => at > 0);
  return Math.min(text.length, ...found);
}

/** The line with a server's own reply, or with the cause in words, and its continuation lines. */
function closestWords(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const replied = lines.findIndex((line) => /(?:^|[\s:<(])[45]\d\d[\s-]+(?:#?[45]\.\d|\S)/.test(line));
  const caused = replied < 0 ? lines.findIndex(namesCause) : replied;
  const at =
    caused < 0
      ? lines.findIndex((line) => failureWords.some((part) => line.toLowerCase().includes(part)))
      : caused;
  const words = lines.slice(Math.max(0, at), Math.max(0, at) + 3).filter((line) => line !== "");
  return words.join(" ").slice(0, textLimits.reasonMax);
}

function addressesIn(text: string): string[] {
  const found = text.slice(0, limits.textChars).matchAll(/[^\s<>"'(),:;[\]]{1,64}@[^\s<>"'(),:;[\]]{1,253}/g);
  const named = Array.from(found, ([address]) => normalAddress(address.replace(/\.$/, "")));
  return [...new Set(named)].slice(0, limits.recipients);
}
