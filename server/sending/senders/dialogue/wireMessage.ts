/** A message as it goes over the wire, in two: what it says, and what ends it. */
export type WireMessage = { body: Uint8Array; end: string };

/**
 * A message with a dot before each line that begins with one (RFC 5321 section 4.5.2), and behind it the final dot.
 * A bare CR or LF becomes a whole line end: a server that takes it for one would find the end of the message, and
 * commands behind it, where there is none. A message that needs neither goes out as it is.
 */
export function wireMessage(raw: Uint8Array): WireMessage {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("latin1");
  const isWhole = !bareLineEnd.test(text);
  const lines = isWhole ? text : text.replace(/\r\n|\r|\n/g, "\r\n");
  const hasDots = lines.startsWith(".") || lines.includes("\n.");
  const body = isWhole && !hasDots ? raw : Buffer.from(stuffed(lines), "latin1");
  return { body, end: body.at(-1) === lineFeed ? ".\r\n" : "\r\n.\r\n" };
}

const lineFeed = 0x0a;
/** Looked for in a string: byte by byte takes twice as long. */
const bareLineEnd = /\r(?!\n)|(?<!\r)\n/;

function stuffed(lines: string): string {
  const all = lines.replaceAll("\n.", "\n..");
  return all.startsWith(".") ? `.${all}` : all;
}
