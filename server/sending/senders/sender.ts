import type { Reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";

/** One finished mail: who it is for and the exact bytes that go over the wire. */
export type OutgoingMail = {
  envelope: { from: string; to: string };
  /** The whole MIME message with CRLF line ends, not dot-stuffed. */
  raw: Uint8Array;
  /** No CR or LF stands alone in `raw`: whoever composed it has seen to that, so nobody needs to look. */
  hasCrlfLines?: true;
  /** Begins with `raw`; what is behind it in there is for whoever sends it to write to. */
  buffer?: Buffer;
  messageId: string;
  /** Who has to know how far it came before anybody else does. */
  journal?: MailJournal;
};

/** Told of a mail what somebody who finds this process dead has to know. */
export type MailJournal = {
  /**
   * To be called before its end can have left, and so before anybody may have taken it; again changes nothing. Where it
   * throws the mail must not go.
   */
  begins(): void;
  /** Whether it was taken, once that is sure. */
  answered(isTaken: boolean): void;
};

/** A sending account opened for use: the secrets are in memory only as long as it lives. */
export interface Sender {
  /** Never throws: everything that can happen to a mail is an Outcome. */
  send(mail: OutgoingMail): Promise<Outcome>;
  /** How many mails it does something with at once; where it says nothing, as many as it has connections. */
  mailsAtOnce?(): number;
  /** Closes idle connections; mails under way end first. */
  close(): Promise<void>;
}

/** What an attempt to sign in to an account told us, with what to do next when it failed. */
export type Verification =
  /** `advice`: what the person could choose better. */
  | { ok: true; advice?: string }
  /**
   * `atSignIn`: what was refused is the user name or the password, and not the connection before it. `unreached`: nobody
   * answered, so it says nothing of the account.
   */
  | { ok: false; temporary: boolean; reason: Reason; atSignIn?: boolean; unreached?: boolean };
