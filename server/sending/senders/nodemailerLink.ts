import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import { MessageStream } from "./messageStream.ts";
import { answersTheDot, asksForMessage, hearReplies } from "./outOfStep.ts";
import type { OutgoingMail } from "./sender.ts";
import { faultOf, noAnswer, type SmtpError, secretsOf, tooMuchSaid, unlisted } from "./smtpError.ts";
import { cleaned, cleanReason } from "./smtpFault.ts";
import { type OpenLink, type SmtpLink, type SmtpOptions, timeoutsOf } from "./smtpLink.ts";
import type { SmtpFault } from "./smtpReply.ts";
import { tlsOptions } from "./tlsOptions.ts";

/** What nodemailer's types leave out: every piece that the server says, encrypted or not, comes through here. */
type Listening = { _onData(chunk: Uint8Array): void };
type Done = (error?: SmtpError | null) => void;

/** Opens a connection with nodemailer's SMTP client and signs in. Its own pool hides replies, so we keep ours. */
export const openNodemailerLink: OpenLink = async (options, signal) => {
  // 35 ms and 12 MB that a server which sends nothing need not pay.
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const connection = new Connection(connectionOptions(options));
  const link = new NodemailerLink(connection, options);
  const abort = () => link.giveUp();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const { connectMs, greetingMs, commandMs } = timeoutsOf(options);
    const openMs = connectMs + greetingMs + commandMs;
    let error = await link.run((done) => connection.connect(done), openMs);
    if (error) return { ok: false, fault: link.faultOf(error, "connect") };
    link.noteOffers();
    // A relay that offers no sign-in needs none.
    if (connection.allowsAuth && options.password !== "") {
      const { user, password: pass } = options;
      error = await link.run((done) => connection.login({ user, pass }, done), commandMs);
      if (error) {
        connection.close();
        return { ok: false, fault: link.faultOf(error, "signIn") };
      }
    }
    return { ok: true, link };
  } finally {
    signal?.removeEventListener("abort", abort);
  }
};

function connectionOptions(options: SmtpOptions): SMTPConnection.Options {
  const timeouts = timeoutsOf(options);
  return {
    host: options.pinnedAddress ?? options.host,
    port: options.port,
    secure: options.security === "tls",
    requireTLS: options.security === "starttls",
    ignoreTLS: options.security === "none",
    connectionTimeout: timeouts.connectMs + timeouts.greetingMs,
    greetingTimeout: timeouts.greetingMs,
    dnsTimeout: timeouts.connectMs,
    // The waiting is ours: under Bun a socket whose writes are stuck never times out.
    socketTimeout: 2 * timeouts.afterDotMs,
    socketCloseTimeout: sendLimits.quitMs,
    tls: tlsOptions(options),
  };
}

/** To MAIL, to the one RCPT and to DATA. */
const repliesBeforeMessage = 3;

class NodemailerLink implements SmtpLink {
  mailCount = 0;
  readonly mailsMax = 1;
  offers = { signIn: false, startTls: false };
  #connection: SMTPConnection;
  #options: SmtpOptions;
  #secrets: readonly string[];
  #end: Done | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the server has said since the step began. */
  #saidBytes = 0;

  constructor(connection: SMTPConnection, options: SmtpOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#secrets = secretsOf(options);
    this.#boundReplies();
    // Between commands nobody listens: the connection is then merely no longer alive.
    connection.on("error", (error: SmtpError) => this.#end?.(error));
  }

  /** nodemailer bounds one reply, but not how many a server says unasked: empty lines would pile up without an end. */
  #boundReplies(): void {
    const connection: SMTPConnection & Partial<Listening> = this.#connection;
    const read = connection._onData?.bind(connection);
    if (read === undefined) throw new Error("This nodemailer hears its server in another way");
    connection._onData = (chunk) => {
      this.#saidBytes += chunk.length;
      if (this.#saidBytes <= sendLimits.repliesBytes) read(chunk);
      else this.#giveUpWith(tooMuchSaid);
    };
  }

  get alive(): boolean {
    const socket = this.#connection._socket || undefined;
    return !this.#connection.destroyed && socket?.writable === true;
  }

  /** One step of the conversation, within its time. Ends with the error that ended it, or with none. */
  run(step: (done: Done) => void, timeMs: number): Promise<SmtpError | undefined> {
    return new Promise((resolve) => {
      // Some losses of a connection are told to the listener alone, so it can end the step too.
      this.#end = (error) => {
        this.#end = undefined;
        clearTimeout(this.#timer);
        resolve(error ?? undefined);
      };
      const end = this.#end;
      this.#saidBytes = 0;
      this.#timer = setTimeout(() => this.giveUp(), timeMs);
      step(end);
    });
  }

  /** Ends the step and the connection: the server was silent for too long. */
  giveUp(): void {
    this.#giveUpWith(noAnswer);
  }

  #giveUpWith(error: SmtpError): void {
    this.#end?.(error);
    this.#connection.close();
  }

  #waitFor(timeMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.giveUp(), timeMs);
  }

  async deliver(mail: OutgoingMail): ReturnType<SmtpLink["deliver"]> {
    const timeouts = timeoutsOf(this.#options);
    const replies = hearReplies(this.#connection._socket || undefined);
    let confusion: Reason | null = null;
    const message = new MessageStream(mail.raw, {
      mayGoOn: () => {
        confusion = this.#confusionBeforeDot(replies.codes.length);
        if (confusion !== null) this.#end?.();
        return confusion === null;
      },
      mayEnd: () => {
        const error = unlisted(mail);
        if (error !== null) this.#giveUpWith(error);
        return error === null;
      },
      onProgress: () => this.#waitFor(message.handedOver ? timeouts.afterDotMs : timeouts.commandMs),
    });
    this.mailCount += 1;
    const { error, reply } = await this.#converse(mail, message);
    replies.stop();
    // Whatever else it says on this connection would be taken for the answer to something it is not.
    if (confusion !== null) return this.#outOfStep("message", confusion);
    const beside = replies.codes.slice(repliesBeforeMessage + 1);
    // One reply says no and the next one yes: whose is whose cannot be known.
    if (error && message.handedOver && beside.some((code) => code < 300))
      return this.#outOfStep("afterDot", reason("out_of_step", { at: "end_twice" }));
    if (error) return { ok: false, fault: this.faultOf(error, reachedBy(message)) };
    if (!message.handedOver) return this.#outOfStep("afterDot", reason("out_of_step", { at: "early" }));
    if (!answersTheDot(reply))
      return this.#outOfStep("afterDot", reason("out_of_step", { at: "end" }, reply));
    // The mail is in. What was said beside it would be taken for the answer to the next one.
    if (beside.length > 0) this.#connection.close();
    return { ok: true, reply: cleanReason(reply, this.#secrets) };
  }

  /** MAIL, RCPT and DATA, which have their time each, and the message. */
  async #converse(mail: OutgoingMail, message: MessageStream) {
    const envelope = { ...mail.envelope, size: mail.raw.length };
    let reply = "";
    const error = await this.run((done) => {
      this.#connection.send(envelope, message, (failure, info) => {
        reply = info?.response ?? "";
        done(failure);
      });
    }, 3 * timeoutsOf(this.#options).commandMs);
    return { error, reply };
  }

  /** Why the two sides are out of step before anything of the message, or its end, has left; null where they are not. */
  #confusionBeforeDot(replyCount: number): Reason | null {
    const { lastServerResponse } = this.#connection;
    if (!asksForMessage(lastServerResponse || ""))
      return reason("out_of_step", { at: "data" }, String(lastServerResponse));
    return replyCount > repliesBeforeMessage ? reason("out_of_step", { at: "unasked" }) : null;
  }

  #outOfStep(stage: SmtpFault["stage"], how: Reason): { ok: false; fault: SmtpFault } {
    this.#connection.close();
    return { ok: false, fault: { stage, reason: cleaned(how, this.#secrets) } };
  }

  /** To be called before the sign-in, while the reply to EHLO is the last one. */
  noteOffers(): void {
    const { allowsAuth, lastServerResponse } = this.#connection;
    const startTls = /^250[ -]STARTTLS\b/im.test(lastServerResponse || "");
    this.offers = { signIn: allowsAuth, startTls };
  }

  async tryEnvelope(
    { from, to }: { from: string; to: string | null },
    timeMs: number,
  ): ReturnType<SmtpLink["tryEnvelope"]> {
    const sender = await this.#ask(`MAIL FROM:<${from}>`, timeMs);
    if (sender) return { ok: false, fault: this.faultOf(sender, "sender") };
    const recipient = to === null ? undefined : await this.#ask(`RCPT TO:<${to}>`, timeMs);
    // A server that cannot forget a sender still takes one.
    await this.reset();
    return recipient ? { ok: false, fault: this.faultOf(recipient, "recipient") } : { ok: true };
  }

  #ask(command: string, timeMs: number): Promise<SmtpError | undefined> {
    const connection = this.#connection as SMTPConnection & SingleCommands;
    return this.run((done) => {
      connection._responseActions.push((said) => done(said.startsWith("2") ? null : replyError(said)));
      connection._sendCommand(command);
    }, timeMs);
  }

  async reset(): Promise<boolean> {
    const { commandMs } = timeoutsOf(this.#options);
    return (await this.run((done) => this.#connection.reset(done), commandMs)) === undefined;
  }

  quit(): void {
    if (!this.alive) {
      this.#connection.close();
      return;
    }
    this.#connection.quit();
    // A server that never says goodbye does not get to keep the connection.
    setTimeout(() => this.#connection.close(), sendLimits.quitMs).unref();
  }

  faultOf(error: SmtpError, reached: SmtpFault["stage"]): SmtpFault {
    return faultOf(error, { reached, options: this.#options });
  }
}

function reachedBy({ begun, handedOver }: MessageStream): SmtpFault["stage"] {
  if (handedOver) return "afterDot";
  return begun ? "message" : "sender";
}

/** Nodemailer says MAIL only together with RCPT and DATA; these two are how it says each command itself. */
type SingleCommands = {
  _responseActions: ((said: string) => void)[];
  _sendCommand(command: string): void;
};

function replyError(said: string): SmtpError {
  const responseCode = Number(said.slice(0, 3));
  return Object.assign(new Error(said), { response: said, responseCode, command: "MAIL FROM" });
}
