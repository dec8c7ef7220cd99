import { encodeWord, foldLines, quoteString } from "nodemailer/lib/mime-funcs";
import { addressToAscii, parseAddress } from "../../../contract/address.ts";

const lineMax = 76;
/** The length nodemailer gives encoded words, so that a folded line holds one with room to spare. */
const wordMax = 52;

export type Mailbox = { address: string; name?: string | undefined };

/** A header of free text, such as Subject: encoded by RFC 2047 where it must be, folded by RFC 5322 section 2.2.3. */
export function textHeader(name: string, value: string): string {
  const text = headerText(value);
  return fold(`${name}: ${isPlain(text) ? text : encodeWord(text, "Q", wordMax)}`);
}

/** A header with one mailbox, such as From or To. */
export function mailboxHeader(header: string, { address, name }: Mailbox): string {
  return wireMailboxHeader(header, { address: wireAddress(address), name });
}

/** The same, its address as `wireAddress` answered it. */
export function wireMailboxHeader(header: string, { address, name }: Mailbox): string {
  const phrase = headerText(name ?? "");
  return fold(`${header}: ${phrase === "" ? address : `${encodePhrase(phrase)} <${address}>`}`);
}

/** A header with URLs in angle brackets, the preferred one first (RFC 2369 section 2). Characters that could end one are percent-encoded. */
export function urlHeader(header: string, ...urls: readonly string[]): string {
  const safe = urls.map((url) => url.replace(/[^!-;=?-~]/gu, (character) => encodeURIComponent(character)));
  // Not folded: 998 characters are allowed (RFC 5322 section 2.1.1), and some mailbox providers read only the first line.
  return `${header}: ${safe.map((url) => `<${url}>`).join(", ")}`;
}

/**
 * An address as it is written in an envelope and in a header. Throws a TypeError if it is not one: addresses are
 * checked long before a mail is composed, so that would be a defect of ours.
 */
export function wireAddress(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed.ok) throw new TypeError("Not an address that mail can go to");
  // The part before the at sign is for its own server to interpret (RFC 5321 section 2.3.11), so it stays as it is, but for
  // what nobody sees in it.
  const local = address.slice(0, address.lastIndexOf("@")).replace(/\p{Cf}/gu, "");
  return `${local}${parsed.address.slice(parsed.address.lastIndexOf("@"))}`;
}

/** A Message-ID, which looks like an address in angle brackets (RFC 5322 section 3.6.4). */
export function wireMessageId(messageId: string): string {
  const ascii = addressToAscii(messageId.replace(/^<|>$/g, ""));
  if (ascii === null || !/^[!-;=?-~]+$/.test(ascii)) throw new TypeError("Not a Message-ID");
  return `<${ascii}>`;
}

/** The headers that make a mail a reply to the last of these, within their thread (RFC 5322 section 3.6.4). */
export function threadHeaders(messageIds: readonly string[]): string[] {
  const ids = messageIds.map(wireMessageId);
  const last = ids.at(-1);
  // One on each line: together they may be longer than a line is allowed to be.
  return last === undefined ? [] : [`In-Reply-To: ${last}`, `References: ${ids.join("\r\n ")}`];
}

/** The Date header (RFC 5322 section 3.3). */
export function dateHeader(date: Date): string {
  return `Date: ${date.toUTCString().replace("GMT", "+0000")}`;
}

/** Text on one line: whatever could begin another header line becomes a single space. */
function headerText(value: string): string {
  return value
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** ASCII text needs no encoding, unless it looks encoded already or has a word too long to fold. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text) && !text.includes("=?") && !/[^ ]{60}/.test(text);
}

function encodePhrase(phrase: string): string {
  if (!isPlain(phrase)) return encodeWord(phrase, "Q", wordMax);
  return /^[\w ]+$/.test(phrase) ? phrase : quoteString(phrase);
}

function fold(line: string): string {
  return line.length <= lineMax ? line : foldLines(line, lineMax);
}
