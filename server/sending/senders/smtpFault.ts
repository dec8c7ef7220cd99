import type { Reason } from "../../../contract/reasons.ts";

/** What went wrong in an SMTP session, and how far the mail had come. */
export type SmtpFault = {
  /** How far the session had come. "afterDot" begins when the last byte of the message may have been sent. */
  stage: "connect" | "signIn" | "sender" | "recipient" | "message" | "afterDot";
  /** The server's reply; none if the connection was lost or timed out. */
  reply?: { code: number; text: string };
  /** "refused" with the server's own words if it replied: `smtpOutcome` then decides what they mean for the mail. */
  reason: Reason;
  /** The server cannot be trusted (certificate, no encryption): a person has to decide. */
  distrusted?: boolean;
};
