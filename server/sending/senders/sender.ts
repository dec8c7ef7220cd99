import type { Reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";

/** One finished mail: who it is for and the exact bytes that go over the wire. */
export type OutgoingMail = {
  envelope: { from: string; to: string };
  /** The whole MIME message with CRLF line ends, not dot-stuffed. */
  raw: Uint8Array;
  /** Every line end in `raw` is CRLF: whoever composed it made sure of that, so it need not be checked. */
  hasCrlfLines?: true;
  /** The memory that `raw` is the beginning of; the sender may write to what follows it. */
  buffer?: Buffer;
  messageId: string;
  /** Where its progress is recorded. */
  journal?: MailJournal;
};

/** Records what has to be known about a mail if this process dies while sending it. */
export type MailJournal = {
  /**
   * To be called before the end of the mail is sent, and so before any server can have accepted it. Further calls change
   * nothing. If it throws, the mail must not be sent.
   */
  begins(): void;
  /** Whether the server accepted it, once that is certain. */
  answered(isTaken: boolean): void;
};

/** A sending account opened for use. Its secrets are in memory only until it is closed. */
export interface Sender {
  /** Never throws: everything that can happen to a mail is an Outcome. */
  send(mail: OutgoingMail): Promise<Outcome>;
  /** How many mails it can work on at once; if not defined, one for each connection. */
  mailsAtOnce?(): number;
  /** Closes idle connections; mails under way end first. */
  close(): Promise<void>;
}

/** The result of an attempt to sign in to an account. */
export type Verification =
  /** `advice`: what the person could choose better. */
  | { ok: true; advice?: string }
  /**
   * `atSignIn`: the user name or the password was refused, and not the connection. `unreached`: no server answered, which
   * says nothing about the account.
   */
  | { ok: false; temporary: boolean; reason: Reason; atSignIn?: boolean; unreached?: boolean };
