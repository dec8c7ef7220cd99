import { gib, kib, mib } from "./units.ts";

export const mailboxLimits = {
  /** The newest so many mails of a workspace are kept, as far as they are no more than so long together. */
  keepPerUser: 100_000,
  keepBytes: gib,
  /** Mails written in one transaction, and old ones dropped in one, of which no more than so long. */
  writeBatch: 200,
  dropBytes: 16 * mib,
  /** Mails whose lengths are looked up at a time. */
  lookBatch: 1_000,
  /** So much beyond either bound is let be, so that not each mail is followed by dropping another. */
  trimEvery: 1_000,
  trimBytes: 64 * mib,
  /** How much of a mail's source and text a page shows; the download has it all. */
  shownCharacters: 256 * kib,
  /** Headers read for the list of mails. */
  headerCharacters: 16 * kib,
  /** Parts within parts. */
  nestingMax: 20,
  /** Links of a mail that are listed beside it, and what each says. */
  linksShown: 100,
  linkLabelCharacters: 120,
} as const;
