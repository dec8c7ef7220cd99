import { Readable } from "node:stream";
import { sendLimits } from "../../../contract/limits/sending.ts";

/**
 * A message as a stream that knows how much of it the socket has taken. nodemailer reports a connection that is lost
 * before the final dot just as one that is lost after it; this tells them apart. It errs on the safe side: `handedOver`
 * becomes true before the dot can have been sent, never after.
 */
export class MessageStream extends Readable {
  /** The server has asked for the message. */
  begun = false;
  /** The last byte was handed over, so the final dot may follow at any moment. */
  handedOver = false;
  #raw: Uint8Array;
  #position = 0;
  #mayGoOn: () => boolean;
  #onProgress: () => void;
  #mayEnd: () => boolean;

  /**
   * Each time the socket asks for more, `mayGoOn` is called first: if it answers no, nothing more is sent and the message
   * never ends. `mayEnd` is called in the same way before the last piece. `onProgress` is called before each piece.
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
