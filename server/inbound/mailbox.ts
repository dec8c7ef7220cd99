import type { Reason } from "../../contract/reasons.ts";
import type { Security } from "../../contract/sending/providers.ts";

/** Where a mailbox is and as whom it is read. */
export type MailboxPlace = {
  host: string;
  port: number;
  security: Security;
  user: string;
  /** The address that the host's name was found to lead to, where a person named the host. */
  pinnedAddress?: string;
  /** In place of the authorities that everybody trusts, for tests. */
  trustedCertificates?: string;
};

export type MailboxSecret = { password: string } | { accessToken: string };

/** What ended a conversation with a mailbox' server, or kept it from beginning. */
export type MailboxFault = {
  /** `person`: nothing is tried again before a person has acted. */
  kind: "person" | "wait";
  reason: Reason;
  /** At least so long is waited; a growing rest where nothing is said. */
  waitMs?: number;
  /** The server refused the sign-in itself. */
  atSignIn?: boolean;
};

export type MailHead = {
  uid: number;
  /** Of the whole mail, in bytes. */
  size: number;
  /** When the server got it, in milliseconds; null where it does not say. */
  receivedAt: number | null;
  /** Its header up to the empty line, or to the bound of what is looked at. */
  header: Uint8Array;
};

/** An open INBOX, which nothing here can change. Every call throws a `MailboxError` once the connection is gone. */
export type Mailbox = {
  uidValidity: number;
  /** The number that the next mail gets; null where the server does not say. */
  uidNext: number | null;
  /** The numbers of mails after `uid`, the lowest first; of those alone that came since a day, where one is given. */
  after(uid: number, since?: Date): Promise<number[]>;
  heads(uids: readonly number[]): Promise<MailHead[]>;
  /** A mail's bytes from the first up to a bound; null where it is gone. */
  bytes(uid: number): Promise<Uint8Array | null>;
  /** Waits until there may be something new; not longer than a connection may be quiet. */
  wait(): Promise<void>;
  /** Ends the connection at once, and with it whatever waits. */
  close(): void;
};

export type OpenedMailbox = { ok: true; mailbox: Mailbox } | { ok: false; fault: MailboxFault };

export type OpenMailbox = (
  place: MailboxPlace,
  secret: MailboxSecret,
  signal?: AbortSignal,
) => Promise<OpenedMailbox>;

/** What a call of a mailbox throws. */
export class MailboxError extends Error {
  readonly fault: MailboxFault;

  constructor(fault: MailboxFault) {
    super(`The mailbox was lost: ${fault.reason.code}`);
    this.fault = fault;
  }
}
