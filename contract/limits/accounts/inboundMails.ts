import { kib } from "../units.ts";

/** Mails that came to an account's mailbox, as far as they are read. */
export const inboundMailLimits = {
  /** A part within a part within a part: real reports have three or four. */
  partDepth: 20,
  headersBytes: 256 * kib,
  /** What is looked at of a mail's own text, and of each part of a report. */
  textChars: 64 * kib,
  /** Parts of one mail that are looked at. */
  parts: 20,
  /** Recipients of one report that are looked at. */
  recipients: 50,
  /** Message-IDs that one mail is looked up by. */
  idsMax: 50,
  /** A header field of which more is no subject and no list of Message-IDs any more. */
  fieldChars: 8 * kib,
} as const;
