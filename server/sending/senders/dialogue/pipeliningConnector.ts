import { sendLimits } from "../../../../contract/limits/sending.ts";
import type { OutgoingMail } from "../sender.ts";
import {
  type OpenSmtpConnection,
  type SmtpConnection,
  type SmtpOptions,
  type SmtpTimeouts,
  timeoutsOf,
} from "../smtpConnection.ts";
import { faultOf, noAnswer, type SmtpError, secretsOf } from "../smtpError.ts";
import type { SmtpFault } from "../smtpFault.ts";
import type { Capabilities } from "./capabilities.ts";
import { Dialogue, DialogueEnd } from "./Dialogue.ts";
import { MailExchange } from "./MailExchange.ts";
import { openSession } from "./openSession.ts";
import { ReplyTimer } from "./ReplyTimer.ts";
import { isPositive, refusalIn } from "./replyClass.ts";
import { SocketWire, socketError, type TlsSession } from "./SocketWire.ts";
import { signIn } from "./signIn.ts";

type TimedOptions = SmtpOptions & { timeouts: SmtpTimeouts };

/**
 * Opens connections to one account's server with our own client. What was learned about the server is kept for later
 * connections: its TLS session, and that it was out of step, so that pipelining is not used for a while.
 */
export function pipeliningConnector({
  now = () => performance.now(),
  farMs = sendLimits.farMs as number,
} = {}): OpenSmtpConnection {
  const session: TlsSession = {};
  let stepByStepUntil = Number.NEGATIVE_INFINITY;
  const confused = () => {
    stepByStepUntil = now() + sendLimits.stepByStepMs;
  };
  return (options, signal) =>
    openConnection({
      options: { ...options, timeouts: timeoutsOf(options) },
      session,
      signal,
      confused,
      farMs,
      mayPipeline: now() >= stepByStepUntil,
    });
}

type Opening = {
  options: TimedOptions;
  session: TlsSession;
  signal: AbortSignal | undefined;
  confused: () => void;
  mayPipeline: boolean;
  /** From this round-trip time on, in milliseconds, a second mail is pipelined behind the first. */
  farMs: number;
};

async function openConnection(opening: Opening): ReturnType<OpenSmtpConnection> {
  const { options, signal } = opening;
  let reached: SmtpFault["stage"] = "connect";
  let dialogue: Dialogue | undefined;
  const abort = () => dialogue?.end(noAnswer);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const wire = await SocketWire.open(opening);
    dialogue = dialogueOver(wire);
    const { capabilities, answeredInMs } = await openSession(dialogue, {
      options,
      encrypt: () => wire.encrypt(opening),
    });
    reached = "signIn";
    await signedIn(dialogue, { options, capabilities });
    const isFar = answeredInMs >= opening.farMs;
    return {
      ok: true,
      connection: new PipeliningConnection({ opening, wire, dialogue, capabilities, isFar }),
    };
  } catch (end) {
    const error = errorOf(end);
    dialogue?.end(error);
    return { ok: false, fault: faultOf(error, { reached, options }) };
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** The system throws some errors directly, such as that of a certificate which cannot be read. */
function errorOf(end: unknown): SmtpError {
  return end instanceof DialogueEnd
    ? end.error
    : socketError(end instanceof Error ? end : new Error(String(end)));
}

function dialogueOver(wire: SocketWire): Dialogue {
  const replyTimer = new ReplyTimer(() => dialogue.timeUp());
  const dialogue: Dialogue = new Dialogue({
    wire,
    setReplyTimer: (waitMs) =>
      waitMs === null && !dialogue.alive ? replyTimer.stop() : replyTimer.begin(waitMs),
  });
  wire.listen(dialogue);
  return dialogue;
}

/** Signs in, unless the server offers no sign-in: a relay that offers none requires none. */
async function signedIn(
  dialogue: Dialogue,
  { options, capabilities }: { options: TimedOptions; capabilities: Capabilities },
): Promise<void> {
  const { user, password, timeouts } = options;
  if (capabilities.signIn === null || password === "") return;
  await signIn(dialogue, {
    login: { user, password },
    offered: capabilities.signIn,
    waitMs: timeouts.commandMs,
  });
}

class PipeliningConnection implements SmtpConnection {
  mailCount = 0;
  readonly capabilities: SmtpConnection["capabilities"];
  readonly mailsMax: number;
  readonly #wire: SocketWire;
  readonly #dialogue: Dialogue;
  readonly #exchange: MailExchange;
  readonly #options: TimedOptions;

  constructor({
    opening: { options, confused, mayPipeline },
    wire,
    dialogue,
    capabilities,
    isFar,
  }: {
    opening: Opening;
    wire: SocketWire;
    dialogue: Dialogue;
    capabilities: Capabilities;
    isFar: boolean;
  }) {
    const pipelining = capabilities.pipelining && mayPipeline;
    this.capabilities = { signIn: capabilities.signIn !== null, startTls: capabilities.startTls };
    this.mailsMax = pipelining && isFar ? sendLimits.mailsInPipe : 1;
    this.#wire = wire;
    this.#dialogue = dialogue;
    this.#options = options;
    this.#exchange = new MailExchange({
      dialogue,
      options,
      confused,
      secrets: secretsOf(options),
      capabilities: { ...capabilities, pipelining },
    });
  }

  get alive(): boolean {
    return this.#dialogue.alive && this.#wire.writable;
  }

  deliver(mail: OutgoingMail): ReturnType<SmtpConnection["deliver"]> {
    this.mailCount += 1;
    return this.#exchange.deliver(mail);
  }

  async tryEnvelope(
    { from, to }: { from: string; to: string | null },
    waitMs: number,
  ): ReturnType<SmtpConnection["tryEnvelope"]> {
    let reached: SmtpFault["stage"] = "sender";
    const failed = (error: SmtpError) => {
      return { ok: false as const, fault: faultOf(error, { reached, options: this.#options }) };
    };
    try {
      const sender = await this.#dialogue.ask(`MAIL FROM:<${from}>\r\n`, { waitMs });
      if (!isPositive(sender)) return failed(refusalIn(sender));
      reached = "recipient";
      const recipient = to === null ? null : await this.#dialogue.ask(`RCPT TO:<${to}>\r\n`, { waitMs });
      // If the server refuses RSET, or is slow to reply, it has accepted the envelope all the same.
      await this.#dialogue.ask("RSET\r\n", { waitMs: sendLimits.quitMs }).catch(() => {});
      return recipient === null || isPositive(recipient) ? { ok: true } : failed(refusalIn(recipient));
    } catch (end) {
      if (!(end instanceof DialogueEnd)) throw end;
      return failed(end.error);
    }
  }

  /** Nothing to do here: `MailExchange` sends RSET before the next mail if it is needed. */
  async reset(): Promise<boolean> {
    return this.alive;
  }

  quit(): void {
    const close = () => this.#dialogue.end({ message: "Connection closed" });
    // Within a message QUIT would become part of its text.
    if (!this.alive || !this.#dialogue.isQuiet) close();
    // The connection is closed even if the server never answers.
    else this.#dialogue.ask("QUIT\r\n", { waitMs: sendLimits.quitMs }).then(close, close);
  }
}
