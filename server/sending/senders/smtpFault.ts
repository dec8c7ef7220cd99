import type { Reason } from "../../../contract/reasons.ts";

/** What went wrong in an SMTP conversation, and what that means for the mail. */
export type SmtpFault = {
  /** How far the conversation had come. "afterDot" begins when the last byte of the message may have left. */
  stage: "connect" | "signIn" | "sender" | "recipient" | "message" | "afterDot";
  /** The server's reply; without one the connection was lost or silent. */
  reply?: { code: number; text: string };
  /** Where the server's own words say it, "refused" with these: `smtpOutcome` then finds what they mean for the mail. */
  reason: Reason;
  /** The server cannot be trusted (certificate, no encryption): only a person can settle that. */
  distrusted?: boolean;
};
