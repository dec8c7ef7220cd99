import type { OutgoingMail } from "../sender.ts";

/** A message as it goes over the wire, in two: what it says, and what ends it. */
export type WireMessage = { body: Uint8Array; end: string };

/**
 * A message with a dot before each line that begins with one (RFC 5321 section 4.5.2), and behind it the final dot.
 * A bare CR or LF becomes a whole line end: a server that takes it for one would find the end of the message, and
 * commands behind it, where there is none. A message that needs neither goes out as it is.
 */
export function wireMessage({
  raw,
  hasWholeLines,
}: Pick<OutgoingMail, "raw" | "hasWholeLines">): WireMessage {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const hasDots = bytes[0] === dot || bytes.includes(dotFirst);
  const body = hasWholeLines && !hasDots ? raw : mended(bytes);
  return { body, end: body.at(-1) === lineFeed ? ".\r\n" : "\r\n.\r\n" };
}

function mended(raw: Buffer): Uint8Array {
  const text = raw.toString("latin1");
  const isWhole = !bareLineEnd.test(text);
  const lines = isWhole ? text : text.replace(/\r\n|\r|\n/g, "\r\n");
  const hasDots = lines.startsWith(".") || lines.includes("\n.");
  return isWhole && !hasDots ? raw : Buffer.from(stuffed(lines), "latin1");
}

const [lineFeed, dot] = [0x0a, 0x2e];
const dotFirst = Buffer.from("\n.");
/** Looked for in a string: byte by byte takes twice as long. */
const bareLineEnd = /\r(?!\n)|(?<!\r)\n/;

function stuffed(lines: string): string {
  const all = lines.replaceAll("\n.", "\n..");
  return all.startsWith(".") ? `.${all}` : all;
}
