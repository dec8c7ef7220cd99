import { Readable } from "node:stream";
import { sendLimits } from "../../../contract/limits/sending.ts";

/**
 * A message on its way into the socket that knows how far it has come. nodemailer reports a connection lost before
 * and after the final dot alike; here is the difference. It errs on the careful side: `handedOver` turns true
 * before the dot can have left, never after.
 */
export class MessageStream extends Readable {
  /** The server has asked for the message. */
  begun = false;
  /** The last byte has been given away, so the final dot may follow at any moment. */
  handedOver = false;
  #raw: Uint8Array;
  #position = 0;
  #mayGoOn: () => boolean;
  #onProgress: () => void;
  #mayEnd: () => boolean;

  /**
   * Whenever the socket has asked for more, `mayGoOn` is asked first: where it says no, nothing further leaves and
   * the end never does. `onProgress` is called when more is about to leave. Before the last of it does, `mayEnd` is asked in
   * the same way.
   */
  constructor(
    raw: Uint8Array,
    { mayGoOn, onProgress, mayEnd }: { mayGoOn(): boolean; onProgress(): void; mayEnd(): boolean },
  ) {
    super({ highWaterMark: sendLimits.pieceBytes });
    this.#raw = raw;
    this.#mayGoOn = mayGoOn;
    this.#onProgress = onProgress;
    this.#mayEnd = mayEnd;
  }

  override _read(): void {
    if (!this.#mayGoOn()) {
      this.destroy();
      return;
    }
    this.begun = true;
    const end = Math.min(this.#position + sendLimits.pieceBytes, this.#raw.length);
    const piece = this.#raw.subarray(this.#position, end);
    this.#position = end;
    if (end === this.#raw.length && !this.#mayEnd()) {
      this.destroy();
      return;
    }
    this.handedOver = end === this.#raw.length;
    this.#onProgress();
    this.push(piece);
    if (this.handedOver) this.push(null);
  }
}
