import { noAnswer, type SmtpError, tooMuchSaid } from "../smtpError.ts";
import { ReplyReader, type SmtpReply } from "./ReplyReader.ts";

/** What bytes are written to. Its owner reports what happens by calling `receive`, `drained` and `end` of the dialogue. */
export type Wire = {
  /** Writes bytes; false if they are buffered here until `drained` is called. */
  write(bytes: Uint8Array): boolean;
  close(): void;
};

/** The handler of one expected reply, and the timeout that starts once it is the next one. */
type Expecting = { hear(reply: SmtpReply): void; waitMs: number };

/** Thrown when there will be no reply, or when a reply was negative. */
export class DialogueEnd extends Error {
  readonly error: SmtpError;

  constructor(error: SmtpError) {
    super(error.message);
    this.error = error;
  }
}

/** Receives what concerns more than one reply. */
export type Listener = {
  /** All replies of the bytes that were received at once have been handled. */
  settled(): void;
  drained(): void;
  /** A reply that no command was waiting for; the dialogue ends after it. */
  unasked(reply: SmtpReply): void;
  ended(error: SmtpError): void;
};

/**
 * The commands and replies of one SMTP session: every reply is matched to its command, in order. It uses neither sockets
 * nor clocks; `setReplyTimer` is called with the time in which the server must reply, or with null for no limit.
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

  /** Whether every command has its reply. */
  get isQuiet(): boolean {
    return this.#expecting.length === 0;
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** Expects one more reply, after those that are expected already. */
  expect(expecting: Expecting): void {
    this.#expecting.push(expecting);
    if (this.#expecting.length === 1) this.#setReplyTimer(expecting.waitMs);
  }

  /** Returns false if the bytes are buffered here, or the dialogue has ended. */
  write(bytes: Uint8Array | string): boolean {
    return this.#ended === null && this.#wire.write(typeof bytes === "string" ? Buffer.from(bytes) : bytes);
  }

  /** Restarts the timeout of the next reply, since there was progress. */
  waitAnew(): void {
    this.#setReplyTimer(this.#expecting[0]?.waitMs ?? null);
  }

  /** Sends one command and resolves with its reply. Throws a `DialogueEnd` if there will be none. */
  ask(command: string, options: { waitMs: number; isLastInClear?: boolean }): Promise<SmtpReply> {
    const reply = this.next(options);
    this.write(command);
    return reply;
  }

  /**
   * The next reply. `isLastInClear`: encryption begins after it, so anything that was already received after it was not
   * sent by the authenticated server and is discarded (CVE-2011-0411).
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

  /** To be called when the time for a reply is over. */
  timeUp(): void {
    this.end(noAnswer);
  }

  /** Ends the dialogue and the connection. No more replies are handled, and whoever waits for one gets the error. */
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
      // Whatever it is, it is not about any of the mails waiting here.
      this.end({ message: "it said what nobody had asked for" });
      return;
    }
    expecting.hear(reply);
    this.waitAnew();
  }
}
