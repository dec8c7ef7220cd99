import type { OutgoingMail } from "../sender.ts";
import type { SmtpConnection } from "../smtpConnection.ts";
import type { SmtpFault } from "../smtpFault.ts";
import type { SmtpReply } from "./ReplyReader.ts";
import { type WireMessage, wireMessage } from "./wireMessage.ts";

export type Delivery = Awaited<ReturnType<SmtpConnection["deliver"]>>;

/** One mail on its way. What a lost connection means for it follows from how much of it has left. */
export type MailTransaction = {
  mail: OutgoingMail;
  message: WireMessage;
  /** How much of its body was given to the socket; null before any of it was. */
  handedBytes: number | null;
  /** Its end was given to the socket, so the server may have taken it. */
  isHandedOver: boolean;
  /** Where the server said no. */
  refusal: { stage: SmtpFault["stage"]; reply: SmtpReply } | null;
  /** The server took its MAIL, so it must forget that before the next one. */
  isOpen: boolean;
  isRecipientTaken: boolean;
  /** The answer to its DATA has come. */
  isAnswered: boolean;
  /** Its envelope was said behind the end of another mail, before the answer to that. */
  isBehind: boolean;
  settle(delivery: Delivery): void;
};

const untouched = {
  handedBytes: null,
  isHandedOver: false,
  refusal: null,
  isOpen: false,
  isRecipientTaken: false,
  isAnswered: false,
  isBehind: false,
};

export function newTransaction(mail: OutgoingMail, settle: (delivery: Delivery) => void): MailTransaction {
  return { mail, message: wireMessage(mail), settle, ...untouched };
}

/** How far a mail had come, by what of it was given away. */
export function reachedBy({ handedBytes, isHandedOver }: MailTransaction): SmtpFault["stage"] {
  if (isHandedOver) return "afterDot";
  return handedBytes === null ? "sender" : "message";
}
