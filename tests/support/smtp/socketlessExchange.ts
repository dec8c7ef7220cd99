import type { Capabilities } from "../../../server/sending/senders/dialogue/capabilities.ts";
import { Dialogue } from "../../../server/sending/senders/dialogue/Dialogue.ts";
import { MailExchange } from "../../../server/sending/senders/dialogue/MailExchange.ts";
import { timeoutsOf } from "../../../server/sending/senders/smtpConnection.ts";
import { smtpOutcome } from "../../../server/sending/senders/smtpOutcome.ts";
import { mailTo, optionsFor } from "./smtpAccount.ts";

/** An exchange of mails without a socket: the test is the server, byte by byte, and reads what was said to it. */
export function socketlessExchange(offered: Partial<Capabilities> = {}) {
  const said: string[] = [];
  const waits: (number | null)[] = [];
  const outcomes = new Map<string, string>();
  const state = { closed: false, confusions: 0, isFull: false };
  const options = optionsFor({ port: 25 });
  const dialogue = new Dialogue({
    wire: {
      write(bytes) {
        said.push(Buffer.from(bytes).toString("latin1"));
        return !state.isFull;
      },
      close: () => {
        state.closed = true;
      },
    },
    setReplyTimer: (waitMs) => waits.push(waitMs),
  });
  const exchange = new MailExchange({
    dialogue,
    capabilities: {
      pipelining: true,
      startTls: false,
      smtpUtf8: false,
      size: null,
      signIn: null,
      ...offered,
    },
    options: { ...options, timeouts: timeoutsOf(options) },
    secrets: [],
    confused: () => {
      state.confusions += 1;
    },
  });
  const deliver = (name: string, bytes = 0): number => {
    const mail = mailTo(`${name}@in.test`, bytes);
    void exchange.deliver(mail).then((delivery) => {
      const told = delivery.ok ? "sent" : `${smtpOutcome(delivery.fault).kind} at ${delivery.fault.stage}`;
      outcomes.set(name, told);
    });
    return mail.raw.length;
  };
  return {
    dialogue,
    said,
    waits,
    state,
    outcomes,
    /** Hands mails in, and tells later what became of each, by the name before its "@". */
    send: (...names: string[]) => names.forEach((name) => void deliver(name)),
    /** One of so many bytes at least; answers how many it has. */
    sendLong: deliver,
    /** What the server says, a line end behind each; in one piece. */
    async hears(...lines: string[]): Promise<void> {
      dialogue.receive(Buffer.from(lines.map((line) => `${line}\r\n`).join("")));
      await everybodyTold();
    },
    async lost(): Promise<void> {
      dialogue.end({ message: "Connection closed unexpectedly" });
      await everybodyTold();
    },
    everybodyTold,
  };
}

/** Promises that were kept have been heard of by then. */
function everybodyTold(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How a mail of `send` begins, and how it goes over the wire. */
export function envelopeOf(name: string): string {
  return `MAIL FROM:<ann@example.test>\r\nRCPT TO:<${name}@in.test>\r\nDATA\r\n`;
}
export function messageOf(name: string): string {
  return `Message-ID: <${name}@in.test>\r\n\r\n..hi\r\n.\r\n`;
}
