import { dayMs, kib, minuteMs, secondMs } from "../units.ts";

/** Mails that came to an account's mailbox, as far as they are read. */
export const inboundMailLimits = {
  /** A part within a part within a part: real reports have three or four. */
  partDepth: 20,
  headersBytes: 256 * kib,
  /** Lines of a mail that are looked at: twice as many as there are where each is as long as mail programs write them. */
  lines: 16_000,
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
  /** What is kept of a server's words. */
  wordsMax: 500,
  /** After so many mails that came back for now, each within so long of the one before, nothing more is sent there. */
  returnsForGood: 3,
  returnsWithinMs: 30 * dayMs,
  /** Complaints in a thousand mails that pause a campaign: Gmail and Yahoo ask bulk senders to stay below. */
  complaintsPerThousand: 3,
  /** After how many mails they are looked at: one of six tells little of a list. */
  complaintsAfter: 50,
  /** By so much the clock of a mailbox' server may be behind ours when a mail comes back at once. */
  clockSlackMs: 10 * minuteMs,
  /** How long is waited until what came of a mail is written down, where its answer is quicker than that. */
  settleMs: 10 * secondMs,
  settleLookMs: 200,
} as const;
