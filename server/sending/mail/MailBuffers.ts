import { mailLimits } from "../../../contract/limits/sending.ts";

/**
 * Memory that mails are written into. To be given new memory for each mail took a quarter of what composing it did, so what
 * is given back is written over by the next one.
 */
export class MailBuffers {
  #kept: Buffer[] = [];

  /** At least `size` bytes, of which nobody knows what stands in them. */
  take(size: number): Buffer {
    const last = this.#kept.pop();
    if (last !== undefined && last.length >= size) return last;
    // Mails of one campaign are about as long: the next one may need somewhat more.
    return Buffer.allocUnsafeSlow(size + mailLimits.spareBytes);
  }

  /** Only once nobody reads it any more. */
  giveBack(buffer: Buffer): void {
    const { keptBuffers, keptBufferBytes } = mailLimits;
    if (buffer.length <= keptBufferBytes && this.#kept.length < keptBuffers) this.#kept.push(buffer);
  }
}
