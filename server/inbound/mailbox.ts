import type { Reason } from "../../contract/reasons.ts";
import type { Security } from "../../contract/sending/providers.ts";

/** The server of a mailbox, and the user to sign in as. */
export type MailboxPlace = {
  host: string;
  port: number;
  security: Security;
  user: string;
  /** The address that the host's name was resolved to, if a person entered the host. */
  pinnedAddress?: string;
  /** Trusted instead of the system's certificate authorities, for tests. */
  trustedCertificates?: string;
};

export type MailboxSecret = { password: string } | { accessToken: string };

/** What ended a session with a mailbox's server, or prevented it. */
export type MailboxFault = {
  /** `person`: nothing is tried again until a person has acted. */
  kind: "person" | "wait";
  reason: Reason;
  /** The minimum delay before the next try; a growing delay if not given. */
  waitMs?: number;
  /** The server refused the sign-in itself. */
  atSignIn?: boolean;
};

export type MailHead = {
  uid: number;
  /** The size of the whole mail in bytes. */
  size: number;
  /** When the server received it, in milliseconds; null if it does not say. */
  receivedAt: number | null;
  /** Its header up to the empty line, or to the limit of what is read. */
  header: Uint8Array;
};

/** An open INBOX, read-only. Every call throws a `MailboxError` once the connection has ended. */
export type Mailbox = {
  uidValidity: number;
  /** The UID that the next mail will get; null if the server does not say. */
  uidNext: number | null;
  /** The UIDs of mails after `uid`, the lowest first; if a day is given, only of those that have arrived since. */
  after(uid: number, since?: Date): Promise<number[]>;
  heads(uids: readonly number[]): Promise<MailHead[]>;
  /** A mail's bytes from the first up to a limit; null if it no longer exists. */
  bytes(uid: number): Promise<Uint8Array | null>;
  /** Waits until there may be new mails, but no longer than a connection may be idle. */
  wait(): Promise<void>;
  /** Ends the connection at once, and with it every pending call. */
  close(): void;
};

export type OpenedMailbox = { ok: true; mailbox: Mailbox } | { ok: false; fault: MailboxFault };

export type OpenMailbox = (
  place: MailboxPlace,
  secret: MailboxSecret,
  signal?: AbortSignal,
) => Promise<OpenedMailbox>;

/** The error that calls of a mailbox throw. */
export class MailboxError extends Error {
  readonly fault: MailboxFault;

  constructor(fault: MailboxFault) {
    super(`The mailbox was lost: ${fault.reason.code}`);
    this.fault = fault;
  }
}
