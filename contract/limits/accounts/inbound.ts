import { dayMs, hourMs, kib, mib, minuteMs, secondMs } from "../units.ts";

/** Reading mailboxes: how many, how much of each mail, how long a server may take, and how often one is tried. */
export const inboundLimits = {
  /** Connections that one process keeps; where there are more accounts, they are looked at in turn. */
  connectionsMax: 200,
  /** How long a mailbox that made room for another waits for its next turn. */
  turnMs: 2 * minuteMs,
  /** Of a mail's header so much is looked at, to tell whether the mail may be about ours. */
  headerBytes: 32 * kib,
  /** Of a mail that may be so much is fetched; reports and what people write stand well within it. */
  mailBytes: 512 * kib,
  /** Headers that are asked for at once. */
  batchMax: 50,
  /** Of a mailbox that was not looked at for long, the newest so many mails. */
  catchUpMax: 20_000,
  /** RFC 5321 section 4.5.4.1: after so long a server has given a mail up, so whatever comes back has come. */
  lookBackMs: 5 * dayMs,
  /** By so much the clock of a server may differ from ours. */
  clockSlackMs: 10 * minuteMs,
  /** A line of an answer: one with the numbers of all mails of a large mailbox is the longest there is. */
  lineBytes: 2 * mib,
  /** Parts of one answer, of which each takes memory. */
  tokensMax: 20_000,
  /** What a server may say while a command is under way, and while nothing is asked of it. */
  answerBytes: 16 * mib,
  idleBytes: mib,
  /** And in how many lines: the headers of all mails that are asked for at once have a fraction of these. */
  linesMax: 100_000,
  /** So much of it is taken in in one turn: whatever it is made of, that takes a few milliseconds. */
  turnBytes: 4 * kib,
  connectMs: 20 * secondMs,
  greetingMs: 20 * secondMs,
  commandMs: 2 * minuteMs,
  /** A sign-in that somebody waits for. */
  verifyMs: 30 * secondMs,
  /** RFC 2177: at most 29 minutes. Sooner, since routers forget a quiet connection within a quarter of an hour. */
  idleMs: 9 * minuteMs,
  /** How often a server that tells of nothing by itself is asked. */
  pollMs: 2 * minuteMs,
  /** How often what a server says is measured while it is listened to. */
  measureMs: secondMs,
  leaseMs: minuteMs,
  beatEveryMs: 15 * secondMs,
  restFirstMs: 5 * secondMs,
  restLongestMs: 30 * minuteMs,
  /** Where a server says that it has too much to do. */
  restBusyMs: 5 * minuteMs,
  /** Where only whoever runs the installation can put it right. */
  restSetupMs: hourMs,
  /** A mail that could not be dealt with so often is passed over. */
  triesMax: 5,
} as const;
