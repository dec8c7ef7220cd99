import { textLimits } from "../../../contract/limits/text.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { MailBuffers } from "../mail/MailBuffers.ts";
import { MailUnavailable } from "../mail/MailUnavailable.ts";
import { SenderFault } from "../senders/SenderFault.ts";
import type { MailJournal, OutgoingMail, Sender } from "../senders/sender.ts";

/** An account's sender, opened when its first mail goes and again after it could not be. */
export class AccountSender {
  readonly #open: () => Promise<Sender>;
  #sender: Promise<Sender> | null = null;
  #isOpen: Sender | null = null;
  /** Where its mails are composed. */
  readonly #buffers = new MailBuffers();

  constructor(open: () => Promise<Sender>) {
    this.#open = open;
  }

  /** How many mails the open sender does something with at once; null where it is not open, or does not say. */
  get mailsAtOnce(): number | null {
    return this.#isOpen?.mailsAtOnce?.() ?? null;
  }

  /** Never throws: a sender that cannot be opened is a server that cannot be reached. */
  async send(mail: OutgoingMail): Promise<Outcome> {
    let sender: Sender;
    try {
      sender = await this.#opened();
    } catch (error) {
      return { kind: "busy", reason: faultOf(error), connection: true };
    }
    this.#isOpen = sender;
    return sender.send(mail);
  }

  /**
   * One that cannot even be composed is refused: another try would come to the same. What could not be read for it is read
   * again later.
   */
  async sendComposed(
    compose: (buffers: MailBuffers) => OutgoingMail | Promise<OutgoingMail>,
    journal: MailJournal,
  ): Promise<Outcome> {
    let mail: OutgoingMail;
    try {
      const made = compose(this.#buffers);
      mail = made instanceof Promise ? await made : made;
    } catch (error) {
      if (error instanceof MailUnavailable) return { kind: "busy", reason: faultOf(error) };
      return { kind: "refused", reason: reason("compose_failed", { detail: detailOf(error) }) };
    }
    const outcome = await this.send({ ...mail, journal });
    // Whatever else became of it, somebody may still hold its bytes.
    if (outcome.kind === "sent" && mail.buffer !== undefined) this.#buffers.giveBack(mail.buffer);
    return outcome;
  }

  async close(): Promise<void> {
    // One that did not open was told of where it was to send, and there is nothing to close.
    const sender = await this.#sender?.catch(() => null);
    await sender?.close();
  }

  #opened(): Promise<Sender> {
    this.#sender ??= this.#open().catch((error) => {
      this.#sender = null;
      throw error;
    });
    return this.#sender;
  }
}

function faultOf(error: unknown): Reason {
  return error instanceof SenderFault ? error.reason : reason("fault", { detail: detailOf(error) });
}

/** What the system says of an error, fit for the ledger. */
function detailOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, textLimits.reasonMax);
}
