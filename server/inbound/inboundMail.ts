import type { WorkspaceId } from "../../contract/identity/scope.ts";

/** A mail from an account's mailbox, as far as it was read. */
export type InboundMail = {
  workspaceId: WorkspaceId;
  /** The account whose mailbox it was in. */
  credentialId: string;
  /** The same for the same mail, however often it is read: of its mailbox, UIDVALIDITY and UID (RFC 3501 section 2.3.1.1). */
  key: string;
  /** When the mailbox's server received it, in milliseconds. */
  receivedAt: number;
  /** Its bytes from the first to the last, or to the limit of what is read of a mail. */
  raw: Uint8Array;
  isWhole: boolean;
};

/** Processes the mails of a mailbox. A mail may be given twice; its effects occur once. */
export type InboundMails = {
  /**
   * Whether a mail may be about ours, by its header alone (as bytes, up to the empty line). Other mails are not fetched any
   * further. True if the header does not say enough.
   */
  mayConcernUs(header: Uint8Array): boolean;
  /** Stores a mail that answers one of ours, with all its effects. Nothing of any other mail is stored. */
  take(mail: InboundMail): Promise<void>;
};
