import { sendLimits } from "../../../../contract/limits/sending.ts";

/** One reply, its lines as received, without their line ends. `code` is 0 if it is not a valid reply (RFC 5321 section 4.2). */
export type SmtpReply = { code: number; text: string };

/**
 * Parses replies from the bytes that a server sends, however they are split. A server may ignore every limit, so the
 * bytes of a reply, its lines and the length of each are counted before anything is stored.
 */
export class ReplyReader {
  /** The beginning of a line whose end was not received yet. */
  #rest = "";
  #lines: string[] = [];
  /** The number of bytes received since the last reply, empty lines included. */
  #bytes = 0;
  #forgotten = 0;

  /** Calls `hear` for each reply that is complete. Returns false once the server sends more than a reply may contain. */
  read(chunk: Uint8Array, hear: (reply: SmtpReply) => void): boolean {
    const forgotten = this.#forgotten;
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      const line = this.#rest + text.slice(from, end);
      this.#rest = "";
      this.#bytes += end + 1 - from;
      from = end + 1;
      if (this.#isTooMuch(line.length)) return false;
      const reply = this.#replyEndingWith(line.endsWith("\r") ? line.slice(0, -1) : line);
      if (reply === null) continue;
      this.#lines = [];
      this.#bytes = 0;
      hear(reply);
      // If handling the reply called `forget`, the rest of this chunk is discarded too.
      if (forgotten !== this.#forgotten) return true;
    }
    this.#rest += text.slice(from);
    this.#bytes += text.length - from;
    return !this.#isTooMuch(this.#rest.length);
  }

  /** Discards everything received that is not part of a handled reply, including the rest of the chunk being read. */
  forget(): void {
    this.#forgotten += 1;
    this.#rest = "";
    this.#lines = [];
    this.#bytes = 0;
  }

  #isTooMuch(lineBytes: number): boolean {
    const { repliesBytes, replyLineBytes, replyLines } = sendLimits;
    return lineBytes > replyLineBytes || this.#bytes > repliesBytes || this.#lines.length > replyLines;
  }

  /** The reply that this line completes; null where more lines follow, or where it is empty. */
  #replyEndingWith(line: string): SmtpReply | null {
    if (line.trim() === "") return null;
    const [found, digits = "", separator] = /^([2-5]\d\d)([ -]|$)/.exec(line) ?? [];
    const isOfThisReply = this.#lines[0]?.startsWith(digits) ?? true;
    this.#lines.push(line);
    if (found !== undefined && isOfThisReply && separator === "-") return null;
    const isReply = found !== undefined && isOfThisReply;
    return { code: isReply ? Number(digits) : 0, text: asText(this.#lines.join("\n")) };
  }
}

/** Decoded as UTF-8 if it is valid (RFC 6531 section 3.7.4), else as Latin-1. */
function asText(latin1: string): string {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const text = Buffer.from(latin1, "latin1").toString("utf8");
  return text.includes("\ufffd") ? latin1 : text;
}
