import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { Waits } from "../../core/waits.ts";
import type { OutgoingMail } from "../senders/sender.ts";
import type { Governor } from "./governor.ts";

type Waiting = {
  mail: OutgoingMail;
  untilMs: number;
  answer(outcome: Outcome | Promise<Outcome>): void;
};

type Options = {
  waits: Pick<Waits, "steadyMs">;
  governor: Governor;
  /** Books the mail before it answers, and sends it. */
  send(mail: OutgoingMail, now: number): Promise<Outcome>;
};

/**
 * Mails outside any campaign. A person waits for each, so they are first in line: while one waits its account claims
 * nothing else, for some seconds at most.
 */
export class SingleMails {
  readonly #options: Options;
  #line: Waiting[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Whether it was sent, or why not within the time that somebody waits. */
  add(mail: OutgoingMail): Promise<Outcome> {
    const untilMs = this.#options.waits.steadyMs() + sendLimits.singleWaitMs;
    return new Promise((answer) => this.#line.push({ mail, untilMs, answer }));
  }

  /**
   * Begins as many as connections and limits allow, and answers those whose time is over. Says in how long to ask
   * again; null while nobody waits.
   */
  begin({ free, now }: { free: number; now: number }): number | null {
    const { governor, waits, send } = this.#options;
    let left = free;
    for (;;) {
      const [first] = this.#line;
      if (first === undefined) return null;
      const { hold } = governor.allow(1, now);
      const restMs = first.untilMs - waits.steadyMs();
      if (left > 0 && hold === null) {
        left -= 1;
        first.answer(send(first.mail, now));
      } else if (restMs <= 0 || (hold !== null && hold.nextAt - now > restMs)) {
        const why = hold === null ? reason("connections_busy") : reason("own_limit_reached", hold.rule);
        first.answer({ kind: "busy", reason: why });
      } else return Math.min(restMs, hold === null ? restMs : hold.nextAt - now);
      this.#line.shift();
    }
  }

  /** Nobody is left waiting by a lane that ends. */
  end(): void {
    for (const { answer } of this.#line.splice(0))
      answer({ kind: "busy", reason: reason("connections_busy") });
  }
}
