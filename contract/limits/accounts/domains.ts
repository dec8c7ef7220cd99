import { dayMs, hourMs, kib, minuteMs, secondMs } from "../units.ts";

/** What is asked of the DNS about the domains that accounts send from. */
export const domainLimits = {
  /** For one server's answer to one question. */
  answerMs: 2 * secondMs,
  /** How often each server is asked the same. */
  tries: 2,
  serversMax: 3,
  /** An answer over TCP may have 64 KiB (RFC 1035 section 4.2.2); a real one has less than four. */
  answerBytes: 16 * kib,
  /** What one is told over UDP that we take (RFC 6891 section 6.2.5). */
  udpBytes: 1_232,
  /** Records of one name that are read; of one record so many characters. */
  recordsMax: 50,
  recordCharacters: 4 * kib,
  /** Questions in one look at an account's domain. */
  questionsMax: 60,
  /** A whole look ends by then: what is not known then is unknown. */
  lookMs: 15 * secondMs,
  /** When a domain is looked at again. */
  againMs: dayMs,
  /** One that nobody could be asked about. */
  againUnknownMs: hourMs,
  everyMs: 10 * minuteMs,
  /** Accounts that are looked at in one turn, and how many at once. */
  turnMax: 40,
  atOnce: 4,
  /** The pairs of keys that a domain may have: one in use, one that takes its place, and one to spare. */
  keyPairsMax: 3,
  rsaBits: 2_048,
} as const;

/** RFC 7208 section 4.6.4. */
export const spfLimits = { lookupsMax: 10, voidsMax: 2, mxMax: 10 } as const;

/** Shares of complaints that Gmail and Yahoo name: below 0.1 %, and never 0.3 %. */
export const complaintLimits = { goodBelow: 0.001, badFrom: 0.003, mailsMin: 100 } as const;
