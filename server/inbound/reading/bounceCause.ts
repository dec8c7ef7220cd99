/**
 * What a server's words about an undelivered mail mean: whether the address is at fault, and whether
 * the cause is temporary. A status (RFC 3463) that says more than "other" is trusted; otherwise the words decide, since
 * some servers use "5.0.0" or "5.5.0" for everything.
 */
export function bounceCause(status: string, words: string): { isAddressFault: boolean; isSoft: boolean } {
  const said = words.toLowerCase().replace(places, " ");
  const [kind = "", subject = "", detail = ""] = status.split(".");
  if (softStatuses.has(`${subject}.${detail}`)) return soft;
  if (kind === "4") return soft;
  if (faultyStatuses.has(`${subject}.${detail}`)) {
    if (fullWords.some((part) => said.includes(part))) return soft;
    return isPolicy(said) ? refused : faulty;
  }
  const isVague =
    status === "" ||
    ["0", "5"].includes(subject) ||
    detail === "0" ||
    vagueRoute.test(`${subject}.${detail}`);
  if (!isVague) return refused;
  if (softWords.some((part) => said.includes(part))) return soft;
  if (isPolicy(said)) return refused;
  return faultyWords.some((part) => said.includes(part)) ? faulty : refused;
}

/** The first status (RFC 3463) of a text, which no part of an address of a machine or of a section's number is. */
export function statusIn(text: string): string | undefined {
  return /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0];
}

/** Addresses, links and machines: what they are called says nothing about the cause, such as "mx.antispam.example". */
const places =
  /[^\s<>@]{1,64}@[^\s<>@]{1,253}|https?:\/\/\S{1,500}|\bhost [^\s[]{1,253}|(?<![\w.-])[\w-]{1,63}(?:\.[\w-]{1,63}){2,9}/g;

/** "No answer from host" (4.1) and what Microsoft says of a route: that a domain is not there, or that it gave up trying. */
const vagueRoute = /^4\.(?:1|3\d\d)$/;

/** Whether a line names the cause, and not only that a mail was not delivered. */
export function namesCause(line: string): boolean {
  const said = line.toLowerCase();
  return [...softWords, ...faultyWords].some((part) => said.includes(part));
}

const soft = { isAddressFault: false, isSoft: true };
const faulty = { isAddressFault: true, isSoft: false };
/** This mail was refused, but another may be accepted: it was too large, or looked like spam. */
const refused = { isAddressFault: false, isSoft: false };

/** RFC 3463 section 3: mailbox full (2.2), message expired (4.7), congestion (4.5), system full (3.1) and not accepting (3.2). */
const softStatuses = new Set(["2.2", "3.1", "3.2", "4.5", "4.7"]);
/** Bad mailbox (1.1), system (1.2), syntax (1.3), moved (1.6), null MX (1.10), disabled mailbox (2.1), no route to its domain (4.4). */
const faultyStatuses = new Set(["1.1", "1.2", "1.3", "1.6", "1.10", "2.1", "4.4"]);

function isPolicy(said: string): boolean {
  return policyWords.some((part) => said.includes(part));
}

/** About the sender, or the machine that it sends from: the recipient's address may well be there. */
const senderWords = [
  "sender address rejected",
  "sender rejected",
  "sender verify",
  "sender domain",
  "sender's",
  "bad sender",
  "reverse dns",
  "rdns",
  "ptr record",
  "helo",
  "client host",
  "your ip",
  "your account",
  "your domain",
  "your server",
  "is listed",
  "whitelist",
];
const policyWords = [
  ...senderWords,
  "spam",
  "blocked",
  "blacklist",
  "block list",
  "blocklist",
  "reputation",
  "policy",
  "dmarc",
  "spf",
  "content rejected",
  "access denied, banned",
  "not authorized",
  "not permitted",
  "unsolicited",
  "virus",
  "message too large",
  "size limit",
  "exceeds size",
  "message size",
];
/** Of a mailbox that is there, whatever the status says. */
const fullWords = ["mailbox full", "mailbox is full", "over quota", "overquota", "at a rate that"];
const softWords = [
  ...fullWords,
  "quota",
  "out of storage",
  "storage space",
  "inbox is full",
  "insufficient disk",
  "too many messages",
  "temporarily",
  "try again later",
  "deferred",
  "greylist",
  "delivery time expired",
  "message expired",
  "could not be delivered for",
  "retry timeout",
  "timed out",
  "connection refused",
  "connection timed out",
  "no answer from host",
  "mailbox for user is full",
];
const faultyWords = [
  "user unknown",
  "unknown user",
  "no such user",
  "no such recipient",
  "no such address",
  "no such mailbox",
  "unknown recipient",
  "unknown address",
  "recipient unknown",
  "unknown or illegal alias",
  "unknown local part",
  "does not exist",
  "doesn't exist",
  "not exist",
  "not found",
  "couldn't be found",
  "could not be found",
  "invalid recipient",
  "invalid mailbox",
  "invalid address",
  "recipient invalid",
  "bad destination",
  "mailbox unavailable",
  "mailbox not available",
  "no mailbox",
  "mailbox disabled",
  "mailbox is disabled",
  "account has been disabled",
  "account is disabled",
  "account disabled",
  "account that you tried to reach",
  "doesn't have a",
  "address rejected",
  "recipient rejected",
  "not our customer",
  "not listed",
  "unrouteable",
  "unrouteable address",
  "host not found",
  "domain not found",
  "no longer available",
  "no longer in use",
  "is not a valid",
  "isn't a valid",
  "not a known user",
  "not known here",
  "user doesn't",
  "discontinued",
  "inactive",
  "suspended",
  "not in directory",
  "empfänger unbekannt",
  "unbekannter empfänger",
  "utilisateur inconnu",
  "usuario desconocido",
  "non esiste",
  "domain name not found",
  "name service error",
];
