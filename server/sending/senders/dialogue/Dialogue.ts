import { noAnswer, type SmtpError, tooMuchSaid } from "../smtpError.ts";
import { ReplyReader, type SmtpReply } from "./ReplyReader.ts";

/** Where the words go. Whoever holds the socket calls `receive`, `drained` and `end` for what comes of it. */
export type Wire = {
  /** Gives bytes to the socket; false when they wait on our side until it has drained. */
  write(bytes: Uint8Array): boolean;
  close(): void;
};

/** Who waits for the next reply that is nobody's yet, and for how long once it is the first in line. */
export type Expecting = { hear(reply: SmtpReply): void; waitMs: number };

/** There will be no reply, or the reply was no. */
export class DialogueEnd extends Error {
  readonly error: SmtpError;

  constructor(error: SmtpError) {
    super(error.message);
    this.error = error;
  }
}

/** What goes on above the single replies: what came of them is looked at when all of a piece have been heard. */
export type Listener = {
  settled(): void;
  drained(): void;
  /** A reply to no command, before the dialogue ends for it. */
  unasked(reply: SmtpReply): void;
  ended(error: SmtpError): void;
};

/**
 * The words between us and one server: every reply is matched to its command, in the order in which they were
 * said. It knows neither sockets nor time; `setReplyTimer` is told how long the server may now take, or null.
 */
export class Dialogue {
  readonly #wire: Wire;
  readonly #setReplyTimer: (waitMs: number | null) => void;
  readonly #reader = new ReplyReader();
  #expecting: Expecting[] = [];
  #ended: SmtpError | null = null;
  #abandon: ((end: DialogueEnd) => void) | null = null;
  #listener: Listener | null = null;

  constructor(options: { wire: Wire; setReplyTimer: (waitMs: number | null) => void }) {
    this.#wire = options.wire;
    this.#setReplyTimer = options.setReplyTimer;
  }

  get alive(): boolean {
    return this.#ended === null;
  }

  /** Nothing was said that is not answered. */
  get isQuiet(): boolean {
    return this.#expecting.length === 0;
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** Waits for one more reply, behind those that are awaited already. */
  expect(expecting: Expecting): void {
    this.#expecting.push(expecting);
    if (this.#expecting.length === 1) this.#setReplyTimer(expecting.waitMs);
  }

  /** False when the bytes wait on our side. */
  write(bytes: Uint8Array | string): boolean {
    return this.#ended === null && this.#wire.write(typeof bytes === "string" ? Buffer.from(bytes) : bytes);
  }

  /** The first in line begins to wait anew: something has moved. */
  waitAnew(): void {
    this.#setReplyTimer(this.#expecting[0]?.waitMs ?? null);
  }

  /** Says one command and answers its reply; throws a `DialogueEnd` when there will be none. */
  ask(command: string, options: { waitMs: number; isLastInClear?: boolean }): Promise<SmtpReply> {
    const reply = this.next(options);
    this.write(command);
    return reply;
  }

  /**
   * The next reply. `isLastInClear`: encryption begins behind it, so whatever stands there already was not said by
   * whoever will prove who they are, and is dropped (CVE-2011-0411).
   */
  next({ waitMs, isLastInClear }: { waitMs: number; isLastInClear?: boolean }): Promise<SmtpReply> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) return reject(new DialogueEnd(this.#ended));
      this.#abandon = reject;
      const hear = (reply: SmtpReply) => {
        this.#abandon = null;
        if (isLastInClear) this.#reader.forget();
        resolve(reply);
      };
      this.expect({ hear, waitMs });
    });
  }

  receive(chunk: Uint8Array): void {
    if (this.#ended !== null) return;
    const isBounded = this.#reader.read(chunk, (reply) => this.#take(reply));
    if (!isBounded) this.end(tooMuchSaid);
    else if (this.#ended === null) this.#listener?.settled();
  }

  drained(): void {
    if (this.#ended === null) this.#listener?.drained();
  }

  /** The server took longer than it may. */
  timeUp(): void {
    this.end(noAnswer);
  }

  /** Ends the dialogue and the connection; nothing is heard any more, and whoever waits is told. */
  end(error: SmtpError): void {
    if (this.#ended !== null) return;
    this.#ended = error;
    this.#expecting = [];
    this.#setReplyTimer(null);
    this.#wire.close();
    this.#abandon?.(new DialogueEnd(error));
    this.#listener?.ended(error);
  }

  #take(reply: SmtpReply): void {
    if (this.#ended !== null) return;
    const expecting = this.#expecting.shift();
    if (expecting === undefined) {
      this.#listener?.unasked(reply);
      // Whatever it is, it is said of none of the mails that wait here.
      this.end({ message: "it said what nobody had asked for" });
      return;
    }
    expecting.hear(reply);
    this.waitAnew();
  }
}
