/** What went wrong in an SMTP conversation, and what that means for the mail. */
export type SmtpFault = {
  /** How far the conversation had come. "afterDot" begins when the last byte of the message may have left. */
  stage: "connect" | "signIn" | "sender" | "recipient" | "message" | "afterDot";
  /** The server's reply; without one the connection was lost or silent. */
  reply?: { code: number; text: string };
  /** The same in plain words. */
  reason: string;
  /** The server cannot be trusted (certificate, no encryption): only a person can settle that. */
  distrusted?: boolean;
};
