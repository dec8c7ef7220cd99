import { sendLimits } from "../../../../contract/limits/sending.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import { answersTheDot, asksForMessage } from "../outOfStep.ts";
import type { OutgoingMail } from "../sender.ts";
import { faultOf, type SmtpError, unlisted } from "../smtpError.ts";
import { cleaned, cleanReason } from "../smtpFault.ts";
import type { SmtpOptions, SmtpTimeouts } from "../smtpLink.ts";
import type { SmtpFault } from "../smtpReply.ts";
import type { Dialogue, Listener } from "./Dialogue.ts";
import { envelopeError, mailCommand, recipientCommand } from "./envelope.ts";
import type { Offers } from "./offers.ts";
import type { SmtpReply } from "./ReplyReader.ts";
import { isNegative, isPositive, refusalIn, serviceEnds } from "./replyClass.ts";
import { type Delivery, newUnderWay, reachedBy, type UnderWay } from "./underWay.ts";
import { restWith } from "./wireMessage.ts";

/**
 * Mails over one connection that is open and signed in. Where the server offers PIPELINING (RFC 2920), MAIL, RCPT and
 * DATA go out together, and those of the next mail behind the end of this one; elsewhere one command waits for
 * the answer to the other. At every moment it is known which mail a byte or a reply belongs to.
 */
export class MailExchange implements Listener {
  readonly #dialogue: Dialogue;
  readonly #offers: Offers;
  readonly #options: SmtpOptions & { timeouts: SmtpTimeouts };
  readonly #secrets: readonly string[];
  readonly #confused: () => void;
  /** Handed in, and nothing of it said. */
  #waiting: UnderWay[] = [];
  /** Its envelope was said, its end was not. */
  #current: UnderWay | null = null;
  /** Its end was said; the reply to it is the next one. */
  #ending: UnderWay | null = null;
  /** What was said to its end, and whose replies have to follow before it is sure that it was said to that. */
  #answered: { underWay: UnderWay; reply: SmtpReply; until: UnderWay | null } | null = null;
  #needsDot = false;
  #needsReset = false;
  /** Bytes wait on our side. */
  #isFull = false;

  /** `confused` is called when the server was out of step. */
  constructor(options: {
    dialogue: Dialogue;
    offers: Offers;
    options: SmtpOptions & { timeouts: SmtpTimeouts };
    secrets: readonly string[];
    confused: () => void;
  }) {
    this.#dialogue = options.dialogue;
    this.#offers = options.offers;
    this.#options = options.options;
    this.#secrets = options.secrets;
    this.#confused = options.confused;
    options.dialogue.listen(this);
  }

  /** Never throws. May be called again before it has answered; mails go in the order in which they came. */
  deliver(mail: OutgoingMail): Promise<Delivery> {
    const lost: SmtpError = { message: "Connection closed" };
    const error = envelopeError(mail, this.#offers) ?? (this.#dialogue.alive ? null : lost);
    if (error !== null) return Promise.resolve({ ok: false, fault: this.#faultOf(error, "sender") });
    return new Promise((settle) => {
      this.#waiting.push(newUnderWay(mail, settle));
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
  #handOver(underWay: UnderWay): void {
    const { body, end } = underWay.message;
    if (underWay.handedBytes === null) this.#expectEnd(underWay);
    underWay.handedBytes ??= 0;
    while (!this.#isFull) {
      const from = underWay.handedBytes;
      const to = Math.min(from + sendLimits.pieceBytes, body.length);
      underWay.handedBytes = to;
      if (to === body.length) {
        const error = unlisted(underWay.mail);
        if (error !== null) {
          this.#dialogue.end(error);
          return;
        }
        // From here on nobody can know whether the server has it, until it says so.
        underWay.isHandedOver = true;
        this.#current = null;
        this.#ending = underWay;
        const behind = end + this.#nextEnvelope();
        this.#dialogue.waitAnew();
        this.#isFull = !this.#dialogue.write(restWith(underWay.message, from, behind));
        return;
      }
      this.#isFull = !this.#dialogue.write(body.subarray(from, to));
    }
  }

  #expectEnd(underWay: UnderWay): void {
    const { commandMs, afterDotMs } = this.#options.timeouts;
    this.#dialogue.expect({
      hear: (reply) => this.#hearEnd(underWay, reply),
      // While there is more to say, each piece has the time of a command.
      get waitMs() {
        return underWay.isHandedOver ? afterDotMs : commandMs;
      },
    });
  }

  /** The commands of the next mail where they may go now, and who hears their replies. */
  #nextEnvelope(): string {
    const mayGo = this.#offers.pipelining || (this.#dialogue.isQuiet && !this.#needsReset);
    if (this.#current !== null || !mayGo) return "";
    const next = this.#waiting.shift();
    if (next === undefined) return "";
    this.#current = next;
    next.isBehind = this.#ending !== null;
    const words = mailCommand(next.mail, this.#offers);
    this.#expect((reply) => this.#hearMail(next, reply));
    return this.#offers.pipelining ? words + this.#recipient(next) + this.#data(next) : words;
  }

  #recipient(underWay: UnderWay): string {
    this.#expect((reply) => this.#hearRecipient(underWay, reply));
    return recipientCommand(underWay.mail);
  }

  #data(underWay: UnderWay): string {
    this.#expect((reply) => this.#hearData(underWay, reply));
    return "DATA\r\n";
  }

  #expect(hear: (reply: SmtpReply) => void): void {
    this.#dialogue.expect({ hear, waitMs: this.#options.timeouts.commandMs });
  }

  #hearMail(underWay: UnderWay, reply: SmtpReply): void {
    if (!this.#isAnswer(underWay, reply)) return;
    underWay.isOpen = isPositive(reply);
    if (!underWay.isOpen) this.#refuse(underWay, "sender", reply);
    else if (!this.#offers.pipelining) this.#dialogue.write(this.#recipient(underWay));
  }

  #hearRecipient(underWay: UnderWay, reply: SmtpReply): void {
    if (!this.#isAnswer(underWay, reply)) return;
    underWay.isRecipientTaken = isPositive(reply);
    if (!underWay.isRecipientTaken) this.#refuse(underWay, "recipient", reply);
    else if (!this.#offers.pipelining) this.#dialogue.write(this.#data(underWay));
  }

  #hearData(underWay: UnderWay, reply: SmtpReply): void {
    underWay.isAnswered = true;
    const asks = asksForMessage(reply.text);
    if (!asks && !isNegative(reply)) {
      this.#outOfStep(underWay, "message", reason("out_of_step", { at: "data" }, reply.text));
      return;
    }
    if (!asks) this.#refuse(underWay, "message", reply);
    if (!asks || underWay.refusal === null) return;
    this.#settleCurrent(underWay);
    this.#needsReset = false;
    if (underWay.isRecipientTaken) {
      // It has somebody to give a message to, if only one of nothing: none may come to an end.
      this.#confused();
      this.#dialogue.end({ message: "it asked for the message of a sender that it had refused" });
    }
    // A message of nothing for nobody ends what it has begun to hear (RFC 2920 section 3.1).
    else this.#needsDot = true;
  }

  /** A reply to MAIL or RCPT says yes or no; anything else is the reply to something else. */
  #isAnswer(underWay: UnderWay, reply: SmtpReply): boolean {
    if (isPositive(reply) || isNegative(reply)) return true;
    if (reply.code === 0) {
      this.#confused();
      this.#dialogue.end({ message: reply.text, response: reply.text });
    } else this.#outOfStep(underWay, "sender", reason("out_of_step", { at: "unasked" }, reply.text));
    return false;
  }

  /** The first no is the one that counts: those behind it, such as 503 to DATA, only follow from it. */
  #refuse(underWay: UnderWay, stage: SmtpFault["stage"], reply: SmtpReply): void {
    underWay.refusal ??= { stage, reply };
    const isLast = stage === "message" || !this.#offers.pipelining;
    if (isLast || reply.code === serviceEnds) this.#settleCurrent(underWay);
    if (reply.code === serviceEnds) this.#goodbye();
  }

  #settleCurrent(underWay: UnderWay): void {
    if (underWay.refusal === null) return;
    this.#current = null;
    this.#needsReset = underWay.isOpen;
    const { stage, reply } = underWay.refusal;
    underWay.settle({ ok: false, fault: this.#faultOf(refusalIn(reply), stage) });
  }

  #hearEnd(underWay: UnderWay, reply: SmtpReply): void {
    if (!underWay.isHandedOver) {
      this.#hearEarly(underWay, reply);
      return;
    }
    this.#ending = null;
    if (isNegative(reply) || (isPositive(reply) && answersTheDot(reply.text))) {
      this.#answered = { underWay, reply, until: this.#current };
      if (reply.code === serviceEnds) this.#goodbye();
    } else this.#outOfStep(underWay, "afterDot", reason("out_of_step", { at: "end" }, reply.text));
  }

  /** An answer to what was not said whole: a no ends the mail, a yes cannot be meant. */
  #hearEarly(underWay: UnderWay, reply: SmtpReply): void {
    if (!isNegative(reply)) {
      this.#outOfStep(underWay, "afterDot", reason("out_of_step", { at: "early" }));
      return;
    }
    this.#current = null;
    underWay.settle({ ok: false, fault: this.#faultOf(refusalIn(reply), "message") });
    this.#dialogue.end({ message: "Connection closed" });
  }

  #settleAnswered(): void {
    const { underWay, reply } = this.#answered ?? {};
    this.#answered = null;
    if (underWay === undefined || reply === undefined) return;
    // Before the next mail begins on this connection, so that at most one of it is ever in doubt.
    underWay.mail.journal?.answered(isPositive(reply));
    if (isPositive(reply)) underWay.settle({ ok: true, reply: cleanReason(reply.text, this.#secrets) });
    else underWay.settle({ ok: false, fault: this.#faultOf(refusalIn(reply), "afterDot") });
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
    const { underWay } = this.#answered ?? {};
    this.#answered = null;
    const fault = this.#confusion("afterDot", reason("out_of_step", { at: "end_twice" }));
    underWay?.settle({ ok: false, fault });
  }

  /** Whatever else it says on this connection would be taken for the answer to something it is not. */
  #outOfStep(underWay: UnderWay, stage: SmtpFault["stage"], how: Reason): void {
    this.#confused();
    // One reply too many or too few: what was taken for the one to the end of the mail before need not be that.
    if (this.#answered) this.#doubtAnswered();
    if (this.#current === underWay) this.#current = null;
    if (this.#ending === underWay) this.#ending = null;
    underWay.settle({ ok: false, fault: this.#confusion(stage, how) });
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
    for (const underWay of [this.#ending, current, ...this.#waiting])
      underWay?.settle({ ok: false, fault: this.#faultOf(error, reachedBy(underWay)) });
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
    return { stage, reason: cleaned(how, this.#secrets) };
  }
}
