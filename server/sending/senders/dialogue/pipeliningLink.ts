import { sendLimits } from "../../../../contract/limits/sending.ts";
import type { OutgoingMail } from "../sender.ts";
import { faultOf, noAnswer, type SmtpError, secretsOf } from "../smtpError.ts";
import {
  type OpenLink,
  type SmtpLink,
  type SmtpOptions,
  type SmtpTimeouts,
  timeoutsOf,
} from "../smtpLink.ts";
import type { SmtpFault } from "../smtpReply.ts";
import { Dialogue, DialogueEnd } from "./Dialogue.ts";
import { MailExchange } from "./MailExchange.ts";
import type { Offers } from "./offers.ts";
import { begin } from "./opening.ts";
import { ReplyTimer } from "./ReplyTimer.ts";
import { isPositive, refusalIn } from "./replyClass.ts";
import { type KeptSession, SocketLine, socketError } from "./SocketLine.ts";
import { signIn } from "./signIn.ts";

type TimedOptions = SmtpOptions & { timeouts: SmtpTimeouts };

/**
 * Opens connections to one account's server with our own client. What it has learned of that server is kept for the
 * next connection: its TLS session, and that it answered out of step and is to be asked one thing at a time.
 */
export function pipeliningLinks({
  now = () => performance.now(),
  farMs = sendLimits.farMs as number,
} = {}): OpenLink {
  const session: KeptSession = {};
  let stepByStepUntil = Number.NEGATIVE_INFINITY;
  const confused = () => {
    stepByStepUntil = now() + sendLimits.stepByStepMs;
  };
  return (options, signal) =>
    openLink({
      options: { ...options, timeouts: timeoutsOf(options) },
      ...{ session, signal, confused, farMs, mayPipeline: now() >= stepByStepUntil },
    });
}

type Opening = {
  options: TimedOptions;
  session: KeptSession;
  signal: AbortSignal | undefined;
  confused: () => void;
  mayPipeline: boolean;
  /** From which round trip on a second mail is worth its place in the pipe. */
  farMs: number;
};

async function openLink(opening: Opening): ReturnType<OpenLink> {
  const { options, signal } = opening;
  let reached: SmtpFault["stage"] = "connect";
  let dialogue: Dialogue | undefined;
  const abort = () => dialogue?.end(noAnswer);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const line = await SocketLine.open(opening);
    dialogue = dialogueOver(line);
    const { offers, answeredInMs } = await begin(dialogue, { options, encrypt: () => line.encrypt(opening) });
    reached = "signIn";
    await signedIn(dialogue, { options, offers });
    const isFar = answeredInMs >= opening.farMs;
    return { ok: true, link: new PipeliningLink({ opening, line, dialogue, offers, isFar }) };
  } catch (end) {
    const error = errorOf(end);
    dialogue?.end(error);
    return { ok: false, fault: faultOf(error, { reached, options }) };
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** Certificates that cannot be read, and the like, are thrown by the system at once. */
function errorOf(end: unknown): SmtpError {
  return end instanceof DialogueEnd
    ? end.error
    : socketError(end instanceof Error ? end : new Error(String(end)));
}

function dialogueOver(line: SocketLine): Dialogue {
  const replyTimer = new ReplyTimer(() => dialogue.timeUp());
  const dialogue: Dialogue = new Dialogue({
    wire: line,
    setReplyTimer: (waitMs) =>
      waitMs === null && !dialogue.alive ? replyTimer.stop() : replyTimer.begin(waitMs),
  });
  line.listen(dialogue);
  return dialogue;
}

/** A relay that offers no sign-in needs none. */
async function signedIn(
  dialogue: Dialogue,
  { options, offers }: { options: TimedOptions; offers: Offers },
): Promise<void> {
  const { user, password, timeouts } = options;
  if (offers.signIn === null || password === "") return;
  await signIn(dialogue, { login: { user, password }, offered: offers.signIn, waitMs: timeouts.commandMs });
}

class PipeliningLink implements SmtpLink {
  mailCount = 0;
  readonly offers: SmtpLink["offers"];
  readonly mailsMax: number;
  readonly #line: SocketLine;
  readonly #dialogue: Dialogue;
  readonly #exchange: MailExchange;
  readonly #options: TimedOptions;

  constructor({
    opening: { options, confused, mayPipeline },
    line,
    dialogue,
    offers,
    isFar,
  }: {
    opening: Opening;
    line: SocketLine;
    dialogue: Dialogue;
    offers: Offers;
    isFar: boolean;
  }) {
    const pipelining = offers.pipelining && mayPipeline;
    this.offers = { signIn: offers.signIn !== null, startTls: offers.startTls };
    this.mailsMax = pipelining && isFar ? sendLimits.mailsInPipe : 1;
    this.#line = line;
    this.#dialogue = dialogue;
    this.#options = options;
    this.#exchange = new MailExchange({
      ...{ dialogue, options, confused, secrets: secretsOf(options) },
      offers: { ...offers, pipelining },
    });
  }

  get alive(): boolean {
    return this.#dialogue.alive && this.#line.writable;
  }

  deliver(mail: OutgoingMail): ReturnType<SmtpLink["deliver"]> {
    this.mailCount += 1;
    return this.#exchange.deliver(mail);
  }

  async tryEnvelope(
    { from, to }: { from: string; to: string | null },
    waitMs: number,
  ): ReturnType<SmtpLink["tryEnvelope"]> {
    let reached: SmtpFault["stage"] = "sender";
    const failed = (error: SmtpError) => {
      return { ok: false as const, fault: faultOf(error, { reached, options: this.#options }) };
    };
    try {
      const sender = await this.#dialogue.ask(`MAIL FROM:<${from}>\r\n`, { waitMs });
      if (!isPositive(sender)) return failed(refusalIn(sender));
      reached = "recipient";
      const recipient = to === null ? null : await this.#dialogue.ask(`RCPT TO:<${to}>\r\n`, { waitMs });
      // A server that cannot forget a sender, or is slow to, still takes one.
      await this.#dialogue.ask("RSET\r\n", { waitMs: sendLimits.quitMs }).catch(() => {});
      return recipient === null || isPositive(recipient) ? { ok: true } : failed(refusalIn(recipient));
    } catch (end) {
      if (!(end instanceof DialogueEnd)) throw end;
      return failed(end.error);
    }
  }

  /** The words that make it fit stand before the next mail's already. */
  async reset(): Promise<boolean> {
    return this.alive;
  }

  quit(): void {
    const close = () => this.#dialogue.end({ message: "Connection closed" });
    // In the middle of a mail it would become a part of that.
    if (!this.alive || !this.#dialogue.isQuiet) close();
    // A server that never says goodbye does not get to keep the connection.
    else this.#dialogue.ask("QUIT\r\n", { waitMs: sendLimits.quitMs }).then(close, close);
  }
}
