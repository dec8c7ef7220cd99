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
 * Mails over one connection that is open and signed in. Where the server capabilities PIPELINING (RFC 2920), MAIL, RCPT and
 * DATA go out together, and those of the next mail behind the end of this one; elsewhere one command waits for
 * the answer to the other. At every moment it is known which mail a byte or a reply belongs to.
 */
export class MailExchange implements Listener {
  readonly #dialogue: Dialogue;
  readonly #capabilities: Capabilities;
  readonly #options: SmtpOptions & { timeouts: SmtpTimeouts };
  readonly #secrets: readonly string[];
  readonly #confused: () => void;
  /** Handed in, and nothing of it said. */
  #waiting: MailTransaction[] = [];
  /** Its envelope was said, its end was not. */
  #current: MailTransaction | null = null;
  /** Its end was said; the reply to it is the next one. */
  #ending: MailTransaction | null = null;
  /** What was said to its end, and whose replies have to follow before it is sure that it was said to that. */
  #answered: { transaction: MailTransaction; reply: SmtpReply; until: MailTransaction | null } | null = null;
  #needsDot = false;
  #needsReset = false;
  /** Bytes wait on our side. */
  #isFull = false;

  /** `confused` is called when the server was out of step. */
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

  /** Never throws. May be called again before it has answered; mails go in the order in which they came. */
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

  /** Says whatever may be said by now, in one write where it is small. */
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

  /** The message in pieces; the last one carries its end and the envelope behind it. */
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
        // From here on nobody can know whether the server has it, until it says so.
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
      // While there is more to say, each piece has the time of a command.
      get waitMs() {
        return transaction.isHandedOver ? afterDotMs : commandMs;
      },
    });
  }

  /** The commands of the next mail where they may go now, and who hears their replies. */
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
      // It has somebody to give a message to, if only one of nothing: none may come to an end.
      this.#confused();
      this.#dialogue.end({ message: "it asked for the message of a sender that it had refused" });
    }
    // A message of nothing for nobody ends what it has begun to hear (RFC 2920 section 3.1).
    else this.#needsDot = true;
  }

  /** A reply to MAIL or RCPT says yes or no; anything else is the reply to something else. */
  #isAnswer(transaction: MailTransaction, reply: SmtpReply): boolean {
    if (isPositive(reply) || isNegative(reply)) return true;
    if (reply.code === 0) {
      this.#confused();
      this.#dialogue.end({ message: reply.text, response: reply.text });
    } else this.#outOfStep(transaction, "sender", reason("out_of_step", { at: "unasked" }, reply.text));
    return false;
  }

  /** The first no is the one that counts: those behind it, such as 503 to DATA, only follow from it. */
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

  /** An answer to what was not said whole: a no ends the mail, a yes cannot be meant. */
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
    // Before the next mail begins on this connection, so that at most one of it is ever in doubt.
    transaction.mail.journal?.answered(isPositive(reply));
    if (isPositive(reply))
      transaction.settle({ ok: true, reply: textWithoutSecrets(reply.text, this.#secrets) });
    else transaction.settle({ ok: false, fault: this.#faultOf(refusalIn(reply), "afterDot") });
  }

  unasked({ code }: SmtpReply): void {
    if (code === serviceEnds) return;
    this.#confused();
    // One reply says no and the next one yes: whose is whose cannot be known.
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

  /** Whatever else it says on this connection would be taken for the answer to something it is not. */
  #outOfStep(transaction: MailTransaction, stage: SmtpFault["stage"], how: Reason): void {
    this.#confused();
    // One reply too many or too few: what was taken for the one to the end of the mail before need not be that.
    if (this.#answered) this.#doubtAnswered();
    if (this.#current === transaction) this.#current = null;
    if (this.#ending === transaction) this.#ending = null;
    transaction.settle({ ok: false, fault: this.#confusion(stage, how) });
    this.#dialogue.end({ message: "Connection closed" });
  }

  #goodbye(): void {
    this.#dialogue.end({ message: "Server closed the connection" });
  }

  /** The connection is gone. Only a mail whose end has left is in doubt; of the others nothing can have been taken. */
  ended(error: SmtpError): void {
    // Where a reply is missing, it may be the one to the end: what was taken for that was said to the envelope behind it.
    if (this.#answered?.until && error.timeoutType !== undefined) this.#doubtAnswered();
    this.#settleAnswered();
    const current = this.#current;
    // An envelope behind an end was never answered: perhaps this server throws away what stands there.
    if (current?.isBehind && this.#ending === null && error.timeoutType !== undefined) this.#confused();
    for (const transaction of [this.#ending, current, ...this.#waiting])
      transaction?.settle({ ok: false, fault: this.#faultOf(error, reachedBy(transaction)) });
    this.#ending = null;
    this.#current = null;
    this.#waiting = [];
  }

  #loneDot(): string {
    this.#needsDot = false;
    // Whatever it says to that, the recipient is refused and the transaction over.
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
