import { kib } from "./units.ts";

export const mailboxLimits = {
  keepPerUser: 100_000,
  /** Mails written in one transaction, and old ones dropped in one. */
  writeBatch: 200,
  /** The bound on what is kept is looked at once in so many mails. */
  trimEvery: 1_000,
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
