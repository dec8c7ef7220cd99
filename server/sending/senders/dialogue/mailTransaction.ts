import type { OutgoingMail } from "../sender.ts";
import type { SmtpConnection } from "../smtpConnection.ts";
import type { SmtpFault } from "../smtpFault.ts";
import type { SmtpReply } from "./ReplyReader.ts";
import { type WireMessage, wireMessage } from "./wireMessage.ts";

export type Delivery = Awaited<ReturnType<SmtpConnection["deliver"]>>;

/** One mail being sent (RFC 5321 section 3.3). How much of it was sent decides what a lost connection means for it. */
export type MailTransaction = {
  mail: OutgoingMail;
  message: WireMessage;
  /** How many bytes of its body were given to the socket; null before any were. */
  handedBytes: number | null;
  /** Its end was given to the socket, so the server may have accepted it. */
  isHandedOver: boolean;
  /** The server's first refusal, and the stage it was for. */
  refusal: { stage: SmtpFault["stage"]; reply: SmtpReply } | null;
  /** The server accepted its MAIL, so after a refusal RSET is needed before the next mail. */
  isOpen: boolean;
  isRecipientTaken: boolean;
  /** The reply to its DATA was received. */
  isAnswered: boolean;
  /** Its envelope was sent directly after the end of another mail, before the reply to that. */
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

/** How far a mail had come, by how much of it was given to the socket. */
export function reachedBy({ handedBytes, isHandedOver }: MailTransaction): SmtpFault["stage"] {
  if (isHandedOver) return "afterDot";
  return handedBytes === null ? "sender" : "message";
}
