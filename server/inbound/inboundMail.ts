import type { WorkspaceId } from "../../contract/identity/scope.ts";

/** A mail that stood in an account's mailbox, as far as it was read. */
export type InboundMail = {
  workspaceId: WorkspaceId;
  /** The account in whose mailbox it stood. */
  credentialId: string;
  /** The same for the same mail, however often it is read: of its mailbox, UIDVALIDITY and UID (RFC 3501 section 2.3.1.1). */
  key: string;
  /** When the mailbox' server got it, in milliseconds. */
  receivedAt: number;
  /** From its first byte to its last, or to the bound of what is read of one. */
  raw: Uint8Array;
  isWhole: boolean;
};

/** What is made of the mails of a mailbox. A mail may be given twice: what follows from it follows once. */
export type InboundMails = {
  /**
   * Whether a mail may be about ours, by its header fields alone (as bytes, up to the empty line). What cannot be is not
   * fetched further. True where the header does not say enough.
   */
  mayConcernUs(header: Uint8Array): boolean;
  /** Keeps what answers our mails, with all that follows from it; whatever else it is, nothing of it is stored. */
  take(mail: InboundMail): Promise<void>;
};
