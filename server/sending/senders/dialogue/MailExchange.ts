import { sendLimits } from "../../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import { answersTheDot, asksForMessage } from "../outOfStep.ts";
import type { OutgoingMail } from "../sender.ts";
import type { SmtpOptions, SmtpTimeouts } from "../smtpConnection.ts";
import { faultOf, noteBegun, type SmtpError } from "../smtpError.ts";
import type { SmtpFault } from "../smtpFault.ts";
import { reasonWithoutSecrets, textWithoutSecrets } from "../withoutSecrets.ts";
import type { Capabilities } from "./capabilities.ts";
import type { Dialogue, Listener } from "./Dialogue.ts";
import { envelopeError, mailCommand, recipientCommand } from "./envelope.ts";
import { type Delivery, type MailTransaction, newTransaction, reachedBy } from "./mailTransaction.ts";
import type { SmtpReply } from "./ReplyReader.ts";
import { isNegative, isPositive, refusalIn, serviceEnds } from "./replyClass.ts";
import { restWith } from "./wireMessage.ts";

/**
 * Sends mails over one connection that is open and signed in. If the server offers PIPELINING (RFC 2920), MAIL, RCPT and
 * DATA are sent together, and those of the next mail directly after the end of this one; otherwise each command waits for
 * the reply to the one before. It is always known which mail a byte or a reply belongs to.
 */
export class MailExchange implements Listener {
  readonly #dialogue: Dialogue;
  readonly #capabilities: Capabilities;
  readonly #options: SmtpOptions & { timeouts: SmtpTimeouts };
  readonly #secrets: readonly string[];
  readonly #confused: () => void;
  /** Mails of which nothing was sent yet. */
  #waiting: MailTransaction[] = [];
  /** The mail whose envelope was sent, but whose end was not. */
  #current: MailTransaction | null = null;
  /** The mail whose end was sent, and whose reply is the next one. */
  #ending: MailTransaction | null = null;
  /** A mail with the reply to its end. If `until` is not null, that mail's replies confirm that this one was matched rightly. */
  #answered: { transaction: MailTransaction; reply: SmtpReply; until: MailTransaction | null } | null = null;
  #needsDot = false;
  #needsReset = false;
  /** Bytes are waiting to be sent, so no more are written until they have been. */
  #isFull = false;

  /** `confused` is called when the server is out of step. */
  constructor(options: {
    dialogue: Dialogue;
    capabilities: Capabilities;
    options: SmtpOptions & { timeouts: SmtpTimeouts };
    secrets: readonly string[];
    confused: () => void;
  }) {
    this.#dialogue = options.dialogue;
    this.#capabilities = options.capabilities;
    this.#options = options.options;
    this.#secrets = options.secrets;
    this.#confused = options.confused;
    options.dialogue.listen(this);
  }

  /** Never throws. May be called again before it has answered; mails are sent in the order of the calls. */
  deliver(mail: OutgoingMail): Promise<Delivery> {
    const lost: SmtpError = { message: "Connection closed" };
    const error = envelopeError(mail, this.#capabilities) ?? (this.#dialogue.alive ? null : lost);
    if (error !== null) return Promise.resolve({ ok: false, fault: this.#faultOf(error, "sender") });
    return new Promise((settle) => {
      this.#waiting.push(newTransaction(mail, settle));
      this.#goOn();
    });
  }

  settled(): void {
    const { until } = this.#answered ?? {};
    if (until === null || until?.isAnswered) this.#settleAnswered();
    this.#goOn();
  }

  drained(): void {
    this.#isFull = false;
    this.#dialogue.waitAnew();
    this.#goOn();
  }

  /** Sends everything that may be sent by now, commands in one write. */
  #goOn(): void {
    const current = this.#current;
    if (current?.isAnswered && current.refusal === null) {
      this.#handOver(current);
      return;
    }
    let words = "";
    if (this.#needsDot) words += this.#loneDot();
    if (this.#needsReset) words += this.#reset();
    words += this.#nextEnvelope();
    if (words !== "") this.#dialogue.write(words);
  }

  /** Sends the message in pieces. The last one includes its end and the next mail's envelope. */
  #handOver(transaction: MailTransaction): void {
    const { body, end } = transaction.message;
    if (transaction.handedBytes === null) this.#expectEnd(transaction);
    transaction.handedBytes ??= 0;
    while (!this.#isFull) {
      const from = transaction.handedBytes;
      const to = Math.min(from + sendLimits.pieceBytes, body.length);
      transaction.handedBytes = to;
      if (to === body.length) {
        const error = noteBegun(transaction.mail);
        if (error !== null) {
          this.#dialogue.end(error);
          return;
        }
        // From here on it is not known whether the server has the mail, until it says so.
        transaction.isHandedOver = true;
        this.#current = null;
        this.#ending = transaction;
        const behind = end + this.#nextEnvelope();
        this.#dialogue.waitAnew();
        this.#isFull = !this.#dialogue.write(restWith(transaction.message, from, behind));
        return;
      }
      this.#isFull = !this.#dialogue.write(body.subarray(from, to));
    }
  }

  #expectEnd(transaction: MailTransaction): void {
    const { commandMs, afterDotMs } = this.#options.timeouts;
    this.#dialogue.expect({
      hear: (reply) => this.#hearEnd(transaction, reply),
      // While there is more to send, each piece has the timeout of a command.
      get waitMs() {
        return transaction.isHandedOver ? afterDotMs : commandMs;
      },
    });
  }

  /** The commands of the next mail if they may be sent now. Registers the handlers of their replies. */
  #nextEnvelope(): string {
    const mayGo = this.#capabilities.pipelining || (this.#dialogue.isQuiet && !this.#needsReset);
    if (this.#current !== null || !mayGo) return "";
    const next = this.#waiting.shift();
    if (next === undefined) return "";
    this.#current = next;
    next.isBehind = this.#ending !== null;
    const words = mailCommand(next.mail, this.#capabilities);
    this.#expect((reply) => this.#hearMail(next, reply));
    return this.#capabilities.pipelining ? words + this.#recipient(next) + this.#data(next) : words;
  }

  #recipient(transaction: MailTransaction): string {
    this.#expect((reply) => this.#hearRecipient(transaction, reply));
    return recipientCommand(transaction.mail);
  }

  #data(transaction: MailTransaction): string {
    this.#expect((reply) => this.#hearData(transaction, reply));
    return "DATA\r\n";
  }

  #expect(hear: (reply: SmtpReply) => void): void {
    this.#dialogue.expect({ hear, waitMs: this.#options.timeouts.commandMs });
  }

  #hearMail(transaction: MailTransaction, reply: SmtpReply): void {
    if (!this.#isAnswer(transaction, reply)) return;
    transaction.isOpen = isPositive(reply);
    if (!transaction.isOpen) this.#refuse(transaction, "sender", reply);
    else if (!this.#capabilities.pipelining) this.#dialogue.write(this.#recipient(transaction));
  }

  #hearRecipient(transaction: MailTransaction, reply: SmtpReply): void {
    if (!this.#isAnswer(transaction, reply)) return;
    transaction.isRecipientTaken = isPositive(reply);
    if (!transaction.isRecipientTaken) this.#refuse(transaction, "recipient", reply);
    else if (!this.#capabilities.pipelining) this.#dialogue.write(this.#data(transaction));
  }

  #hearData(transaction: MailTransaction, reply: SmtpReply): void {
    transaction.isAnswered = true;
    const asks = asksForMessage(reply.text);
    if (!asks && !isNegative(reply)) {
      this.#outOfStep(transaction, "message", reason("out_of_step", { at: "data" }, reply.text));
      return;
    }
    if (!asks) this.#refuse(transaction, "message", reply);
    if (!asks || transaction.refusal === null) return;
    this.#settleCurrent(transaction);
    this.#needsReset = false;
    if (transaction.isRecipientTaken) {
      // An empty message would be delivered to the recipient, so none may be ended.
      this.#confused();
      this.#dialogue.end({ message: "it asked for the message of a sender that it had refused" });
    }
    // An empty message without recipients ends the DATA that the server accepted (RFC 2920 section 3.1).
    else this.#needsDot = true;
  }

  /** Whether this can be a reply to MAIL or RCPT, which is either positive or negative; any other reply is out of step. */
  #isAnswer(transaction: MailTransaction, reply: SmtpReply): boolean {
    if (isPositive(reply) || isNegative(reply)) return true;
    if (reply.code === 0) {
      this.#confused();
      this.#dialogue.end({ message: reply.text, response: reply.text });
    } else this.#outOfStep(transaction, "sender", reason("out_of_step", { at: "unasked" }, reply.text));
    return false;
  }

  /** The first refusal counts: later ones, such as 503 to DATA, only follow from it. */
  #refuse(transaction: MailTransaction, stage: SmtpFault["stage"], reply: SmtpReply): void {
    transaction.refusal ??= { stage, reply };
    const isLast = stage === "message" || !this.#capabilities.pipelining;
    if (isLast || reply.code === serviceEnds) this.#settleCurrent(transaction);
    if (reply.code === serviceEnds) this.#goodbye();
  }

  #settleCurrent(transaction: MailTransaction): void {
    if (transaction.refusal === null) return;
    this.#current = null;
    this.#needsReset = transaction.isOpen;
    const { stage, reply } = transaction.refusal;
    transaction.settle({ ok: false, fault: this.#faultOf(refusalIn(reply), stage) });
  }

  #hearEnd(transaction: MailTransaction, reply: SmtpReply): void {
    if (!transaction.isHandedOver) {
      this.#hearEarly(transaction, reply);
      return;
    }
    this.#ending = null;
    if (isNegative(reply) || (isPositive(reply) && answersTheDot(reply.text))) {
      this.#answered = { transaction, reply, until: this.#current };
      if (reply.code === serviceEnds) this.#goodbye();
    } else this.#outOfStep(transaction, "afterDot", reason("out_of_step", { at: "end" }, reply.text));
  }

  /** A reply before the message was complete: a negative one ends the mail, a positive one cannot be meant for it. */
  #hearEarly(transaction: MailTransaction, reply: SmtpReply): void {
    if (!isNegative(reply)) {
      this.#outOfStep(transaction, "afterDot", reason("out_of_step", { at: "early" }));
      return;
    }
    this.#current = null;
    transaction.settle({ ok: false, fault: this.#faultOf(refusalIn(reply), "message") });
    this.#dialogue.end({ message: "Connection closed" });
  }

  #settleAnswered(): void {
    const { transaction, reply } = this.#answered ?? {};
    this.#answered = null;
    if (transaction === undefined || reply === undefined) return;
    // Before the next mail begins on this connection, so that at most one mail of each connection is ever in doubt.
    transaction.mail.journal?.answered(isPositive(reply));
    if (isPositive(reply))
      transaction.settle({ ok: true, reply: textWithoutSecrets(reply.text, this.#secrets) });
    else transaction.settle({ ok: false, fault: this.#faultOf(refusalIn(reply), "afterDot") });
  }

  unasked({ code }: SmtpReply): void {
    if (code === serviceEnds) return;
    this.#confused();
    // One reply is negative and the next positive: it cannot be known which of them was meant for that mail.
    if (isPositive({ code }) && this.#answered && isNegative(this.#answered.reply)) this.#doubtAnswered();
    const current = this.#current;
    if (current !== null) {
      this.#current = null;
      current.settle({
        ok: false,
        fault: this.#confusion("message", reason("out_of_step", { at: "unasked" })),
      });
    }
  }

  #doubtAnswered(): void {
    const { transaction } = this.#answered ?? {};
    this.#answered = null;
    const fault = this.#confusion("afterDot", reason("out_of_step", { at: "end_twice" }));
    transaction?.settle({ ok: false, fault });
  }

  /** Ends the connection, because any further reply on it would be matched to the wrong command. */
  #outOfStep(transaction: MailTransaction, stage: SmtpFault["stage"], how: Reason): void {
    this.#confused();
    // There was one reply too many or too few, so the one taken for the end of the mail before may be another's.
    if (this.#answered) this.#doubtAnswered();
    if (this.#current === transaction) this.#current = null;
    if (this.#ending === transaction) this.#ending = null;
    transaction.settle({ ok: false, fault: this.#confusion(stage, how) });
    this.#dialogue.end({ message: "Connection closed" });
  }

  #goodbye(): void {
    this.#dialogue.end({ message: "Server closed the connection" });
  }

  /** The connection has ended. Only a mail whose end was sent is in doubt; the server cannot have accepted any other. */
  ended(error: SmtpError): void {
    // If a reply is missing, it may be the one to the end, and what was taken for it was meant for the next mail's envelope.
    if (this.#answered?.until && error.timeoutType !== undefined) this.#doubtAnswered();
    this.#settleAnswered();
    const current = this.#current;
    // The envelope after an end was never answered: perhaps this server discards what is sent there.
    if (current?.isBehind && this.#ending === null && error.timeoutType !== undefined) this.#confused();
    for (const transaction of [this.#ending, current, ...this.#waiting])
      transaction?.settle({ ok: false, fault: this.#faultOf(error, reachedBy(transaction)) });
    this.#ending = null;
    this.#current = null;
    this.#waiting = [];
  }

  #loneDot(): string {
    this.#needsDot = false;
    // Whatever the reply is, the recipient was refused and the transaction is over.
    this.#expect(({ code }) => code === serviceEnds && this.#goodbye());
    return ".\r\n";
  }

  #reset(): string {
    this.#needsReset = false;
    this.#expect(
      (reply) => isPositive(reply) || this.#dialogue.end({ message: "it could not forget a mail" }),
    );
    return "RSET\r\n";
  }

  #faultOf(error: SmtpError, reached: SmtpFault["stage"]): SmtpFault {
    return faultOf(error, { reached, options: this.#options });
  }

  #confusion(stage: SmtpFault["stage"], how: Reason): SmtpFault {
    return { stage, reason: reasonWithoutSecrets(how, this.#secrets) };
  }
}
