import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import { MessageStream } from "./messageStream.ts";
import { answersTheDot, asksForMessage, hearReplies } from "./outOfStep.ts";
import type { OutgoingMail } from "./sender.ts";
import {
  type OpenSmtpConnection,
  type SmtpConnection,
  type SmtpOptions,
  timeoutsOf,
} from "./smtpConnection.ts";
import { faultOf, noAnswer, noteBegun, type SmtpError, secretsOf, tooMuchSaid } from "./smtpError.ts";
import type { SmtpFault } from "./smtpFault.ts";
import { tlsOptions } from "./tlsOptions.ts";
import { reasonWithoutSecrets, textWithoutSecrets } from "./withoutSecrets.ts";

/** Missing from nodemailer's types: everything that the server sends, encrypted or not, passes through this method. */
type Listening = { _onData(chunk: Uint8Array): void };
type Done = (error?: SmtpError | null) => void;

/** Opens a connection with nodemailer's SMTP client and signs in. Its own pool hides replies, so we keep ours. */
export const openNodemailerConnection: OpenSmtpConnection = async (options, signal) => {
  // Loaded only when needed: it takes 35 ms and 12 MB.
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const client = new Connection(connectionOptions(options));
  const connection = new NodemailerConnection(client, options);
  const abort = () => connection.giveUp();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const { connectMs, greetingMs, commandMs } = timeoutsOf(options);
    const openMs = connectMs + greetingMs + commandMs;
    let error = await connection.run((done) => client.connect(done), openMs);
    if (error) return { ok: false, fault: connection.faultOf(error, "connect") };
    connection.noteCapabilities();
    // A relay that offers no sign-in needs none.
    if (client.allowsAuth && options.password !== "") {
      const { user, password: pass } = options;
      error = await connection.run((done) => client.login({ user, pass }, done), commandMs);
      if (error) {
        client.close();
        return { ok: false, fault: connection.faultOf(error, "signIn") };
      }
    }
    return { ok: true, connection };
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
    // Only a fallback for our own timers: in Bun a socket whose writes are blocked never times out.
    socketTimeout: 2 * timeouts.afterDotMs,
    socketCloseTimeout: sendLimits.quitMs,
    tls: tlsOptions(options),
  };
}

/** The replies to MAIL, to the one RCPT and to DATA. */
const repliesBeforeMessage = 3;

class NodemailerConnection implements SmtpConnection {
  mailCount = 0;
  readonly mailsMax = 1;
  capabilities = { signIn: false, startTls: false };
  #client: SMTPConnection;
  #options: SmtpOptions;
  #secrets: readonly string[];
  #end: Done | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many bytes the server has sent since the step began. */
  #saidBytes = 0;

  constructor(client: SMTPConnection, options: SmtpOptions) {
    this.#client = client;
    this.#options = options;
    this.#secrets = secretsOf(options);
    this.#boundReplies();
    // Between commands nobody waits for an error: the connection is then simply no longer alive.
    client.on("error", (error: SmtpError) => this.#end?.(error));
  }

  /** nodemailer bounds the length of one reply, but not how much a server sends unasked: empty lines could fill the memory. */
  #boundReplies(): void {
    const client: SMTPConnection & Partial<Listening> = this.#client;
    const read = client._onData?.bind(client);
    if (read === undefined) throw new Error("This nodemailer hears its server in another way");
    client._onData = (chunk) => {
      this.#saidBytes += chunk.length;
      if (this.#saidBytes <= sendLimits.repliesBytes) read(chunk);
      else this.#giveUpWith(tooMuchSaid);
    };
  }

  get alive(): boolean {
    const socket = this.#client._socket || undefined;
    return !this.#client.destroyed && socket?.writable === true;
  }

  /** Runs one step of the session within `timeMs`. Resolves with the error that ended it, if one did. */
  run(step: (done: Done) => void, timeMs: number): Promise<SmtpError | undefined> {
    return new Promise((resolve) => {
      // nodemailer reports some lost connections only as an event, so its listener has to be able to end the step too.
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

  /** Ends the step and the connection because the server did not answer in time. */
  giveUp(): void {
    this.#giveUpWith(noAnswer);
  }

  #giveUpWith(error: SmtpError): void {
    this.#end?.(error);
    this.#client.close();
  }

  #waitFor(timeMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.giveUp(), timeMs);
  }

  async deliver(mail: OutgoingMail): ReturnType<SmtpConnection["deliver"]> {
    const timeouts = timeoutsOf(this.#options);
    const replies = hearReplies(this.#client._socket || undefined);
    let confusion: Reason | null = null;
    const message = new MessageStream(mail.raw, {
      mayGoOn: () => {
        confusion = this.#confusionBeforeDot(replies.codes.length);
        if (confusion !== null) this.#end?.();
        return confusion === null;
      },
      mayEnd: () => {
        const error = noteBegun(mail);
        if (error !== null) this.#giveUpWith(error);
        return error === null;
      },
      onProgress: () => this.#waitFor(message.handedOver ? timeouts.afterDotMs : timeouts.commandMs),
    });
    this.mailCount += 1;
    const { error, reply } = await this.#converse(mail, message);
    replies.stop();
    // Any further reply on this connection would be matched to the wrong command.
    if (confusion !== null) return this.#outOfStep("message", confusion);
    const beside = replies.codes.slice(repliesBeforeMessage + 1);
    // One reply is negative and the next positive: it cannot be known which of them was meant for this mail.
    if (error && message.handedOver && beside.some((code) => code < 300))
      return this.#outOfStep("afterDot", reason("out_of_step", { at: "end_twice" }));
    if (error) return { ok: false, fault: this.faultOf(error, reachedBy(message)) };
    if (!message.handedOver) return this.#outOfStep("afterDot", reason("out_of_step", { at: "early" }));
    if (!answersTheDot(reply))
      return this.#outOfStep("afterDot", reason("out_of_step", { at: "end" }, reply));
    // The mail was accepted. Its surplus replies would be matched to the commands of the next one.
    if (beside.length > 0) this.#client.close();
    return { ok: true, reply: textWithoutSecrets(reply, this.#secrets) };
  }

  /** Sends MAIL, RCPT and DATA, each of which may take the time of a command, and the message. */
  async #converse(mail: OutgoingMail, message: MessageStream) {
    const envelope = { ...mail.envelope, size: mail.raw.length };
    let reply = "";
    const error = await this.run((done) => {
      this.#client.send(envelope, message, (failure, info) => {
        reply = info?.response ?? "";
        done(failure);
      });
    }, 3 * timeoutsOf(this.#options).commandMs);
    return { error, reply };
  }

  /** Why client and server are out of step before the message or its end is sent; null if they are not. */
  #confusionBeforeDot(replyCount: number): Reason | null {
    const { lastServerResponse } = this.#client;
    if (!asksForMessage(lastServerResponse || ""))
      return reason("out_of_step", { at: "data" }, String(lastServerResponse));
    return replyCount > repliesBeforeMessage ? reason("out_of_step", { at: "unasked" }) : null;
  }

  #outOfStep(stage: SmtpFault["stage"], how: Reason): { ok: false; fault: SmtpFault } {
    this.#client.close();
    return { ok: false, fault: { stage, reason: reasonWithoutSecrets(how, this.#secrets) } };
  }

  /** To be called before the sign-in, while the reply to EHLO is the last one. */
  noteCapabilities(): void {
    const { allowsAuth, lastServerResponse } = this.#client;
    const startTls = /^250[ -]STARTTLS\b/im.test(lastServerResponse || "");
    this.capabilities = { signIn: allowsAuth, startTls };
  }

  async tryEnvelope(
    { from, to }: { from: string; to: string | null },
    timeMs: number,
  ): ReturnType<SmtpConnection["tryEnvelope"]> {
    const sender = await this.#ask(`MAIL FROM:<${from}>`, timeMs);
    if (sender) return { ok: false, fault: this.faultOf(sender, "sender") };
    const recipient = to === null ? undefined : await this.#ask(`RCPT TO:<${to}>`, timeMs);
    // If the server refuses RSET, it has accepted the envelope all the same.
    await this.reset();
    return recipient ? { ok: false, fault: this.faultOf(recipient, "recipient") } : { ok: true };
  }

  #ask(command: string, timeMs: number): Promise<SmtpError | undefined> {
    const client = this.#client as SMTPConnection & SingleCommands;
    return this.run((done) => {
      client._responseActions.push((said) => done(said.startsWith("2") ? null : replyError(said)));
      client._sendCommand(command);
    }, timeMs);
  }

  async reset(): Promise<boolean> {
    const { commandMs } = timeoutsOf(this.#options);
    return (await this.run((done) => this.#client.reset(done), commandMs)) === undefined;
  }

  quit(): void {
    if (!this.alive) {
      this.#client.close();
      return;
    }
    this.#client.quit();
    // The connection is closed even if the server never answers QUIT.
    setTimeout(() => this.#client.close(), sendLimits.quitMs).unref();
  }

  faultOf(error: SmtpError, reached: SmtpFault["stage"]): SmtpFault {
    return faultOf(error, { reached, options: this.#options });
  }
}

function reachedBy({ begun, handedOver }: MessageStream): SmtpFault["stage"] {
  if (handedOver) return "afterDot";
  return begun ? "message" : "sender";
}

/** Nodemailer sends MAIL only together with RCPT and DATA; these are the internals by which it sends a single command. */
type SingleCommands = {
  _responseActions: ((said: string) => void)[];
  _sendCommand(command: string): void;
};

function replyError(said: string): SmtpError {
  const responseCode = Number(said.slice(0, 3));
  return Object.assign(new Error(said), { response: said, responseCode, command: "MAIL FROM" });
}
