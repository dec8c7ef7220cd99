import type { OutgoingMail } from "../sender.ts";

/** A message as it goes over the wire, in two: what it says, and what ends it. Behind `body` there may be room for more. */
export type WireMessage = { body: Uint8Array; spareBytes: number; end: string };

/**
 * A message with a dot before each line that begins with one (RFC 5321 section 4.5.2), and behind it the final dot.
 * A bare CR or LF becomes a whole line end: a server that takes it for one would find the end of the message, and
 * commands behind it, where there is none. A message that needs neither goes out as it is.
 */
export function wireMessage({
  raw,
  hasCrlfLines,
  buffer,
}: Pick<OutgoingMail, "raw" | "hasCrlfLines" | "buffer">): WireMessage {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const hasDots = bytes[0] === dot || bytes.includes(dotFirst);
  const body = hasCrlfLines && !hasDots ? raw : mended(bytes);
  const end = body.at(-1) === lineFeed ? ".\r\n" : "\r\n.\r\n";
  // Whoever signs a mail, say, has made another one of it.
  const isBeginning = body.buffer === buffer?.buffer && body.byteOffset === buffer.byteOffset;
  return { body, spareBytes: isBeginning ? buffer.length - body.length : 0, end };
}

/** The rest of a message from a byte on, and text behind it: in one, since each write costs as much as many bytes. */
export function restWith({ body, spareBytes }: WireMessage, from: number, behind: string): Uint8Array {
  const behindBytes = Buffer.byteLength(behind);
  const restBytes = body.length - from;
  if (behindBytes > spareBytes) return Buffer.concat([body.subarray(from), Buffer.from(behind)]);
  const whole = Buffer.from(body.buffer, body.byteOffset + from, restBytes + behindBytes);
  whole.write(behind, restBytes);
  return whole;
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
