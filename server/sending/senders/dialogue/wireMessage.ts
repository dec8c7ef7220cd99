import type { OutgoingMail } from "../sender.ts";

/** A message as it is sent: its body, and what ends it. After `body`, its buffer has `spareBytes` bytes that may be written to. */
export type WireMessage = { body: Uint8Array; spareBytes: number; end: string };

/**
 * A message with a dot added before each line that begins with one (RFC 5321 section 4.5.2), and the final dot.
 * A bare CR or LF becomes CRLF: a server that treats it as a line end could see the end of the message, and commands
 * after it, where there are none (SMTP smuggling). A message that needs neither is sent as it is.
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
  // The body may no longer be in the buffer, for example after signing.
  const isBeginning = body.buffer === buffer?.buffer && body.byteOffset === buffer.byteOffset;
  return { body, spareBytes: isBeginning ? buffer.length - body.length : 0, end };
}

/** The rest of a message from a byte on, and text to send after it, in one array: each write costs as much as many bytes. */
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
/** Searched for in a string: examining bytes one by one takes twice as long. */
const bareLineEnd = /\r(?!\n)|(?<!\r)\n/;

function stuffed(lines: string): string {
  const all = lines.replaceAll("\n.", "\n..");
  return all.startsWith(".") ? `.${all}` : all;
}
