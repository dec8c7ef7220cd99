import { mailLimits } from "../../../contract/limits/sending.ts";

/**
 * A pool of buffers that mails are written into. Allocating one for each mail took a quarter of the time that composing
 * it takes, so a buffer that is given back is used again for the next mail.
 */
export class MailBuffers {
  #kept: Buffer[] = [];

  /** A buffer of at least `size` bytes. Its contents are left over from an earlier mail. */
  take(size: number): Buffer {
    const last = this.#kept.pop();
    if (last !== undefined && last.length >= size) return last;
    // Mails of one campaign are about equally long: with some bytes to spare the buffer fits the next one too.
    return Buffer.allocUnsafeSlow(size + mailLimits.spareBytes);
  }

  /** To be called only once nobody reads the buffer any more. */
  giveBack(buffer: Buffer): void {
    const { keptBuffers, keptBufferBytes } = mailLimits;
    if (buffer.length <= keptBufferBytes && this.#kept.length < keptBuffers) this.#kept.push(buffer);
  }
}
