import { mib, minuteMs, secondMs } from "./units.ts";

/** The terminal client's bounds. */
export const cliLimits = {
  /** The campaign is asked for this often while no socket brings news of it. */
  pollMs: 2 * secondMs,
  /** An open socket that says nothing for this long is checked by asking. */
  confirmMs: 10 * secondMs,
  /** A call about progress that is not answered in this time is made anew. */
  answerMs: 10 * secondMs,
  /** A server that cannot be reached for this long is given up; the send goes on without us. */
  unreachableMs: 10 * minuteMs,
  /** Lines for pipes and logs: at most one in this time. */
  plainLineMs: secondMs,
  /** What is done to more leads than this goes in several calls. */
  actionStep: 5_000,
  framesPerSecond: 10,
  /** How often the seconds are told in which a start can be taken back. */
  countdownMs: secondMs,
  /** The rate is measured over this long. */
  paceWindowMs: 20 * secondMs,
  paceSamplesMax: 250,
  widthDefault: 80,
  barWidthMax: 72,
  /** The least of an account's budget that is drawn. */
  budgetCellsMin: 8,
  addressesShown: 20,
  failuresShown: 10,
  /** Of what was done with a campaign, and of the domains of its recipients, when all of it is shown. */
  activitiesShown: 8,
  domainsShown: 6,
  /** What a file that describes a sequence may weigh. */
  sequenceFileMax: mib,
  /** Tries of one send under one idempotency key, with a pause between them. */
  sendTries: 3,
  sendRetryMs: secondMs,
  /** An import is looked at again after so long, the first time and, doubling, at most. */
  importPollFirstMs: 100,
  importPollMs: secondMs,
  /** A word counts as misspelt if it is at most this many edits, and less than this share of its letters, away from a known one. */
  editsMax: 3,
  editsShare: 0.6,
  /** Of calls that one may have meant, the nearest are named. */
  callsShown: 3,
  /** Nobody waits longer for a Tab; names that were asked for so lately are not asked for again. */
  completionMs: 1_500,
  completionFreshMs: 30 * secondMs,
  /** Names that a shell is given at once. */
  completionNamesMax: 500,
  inputCharactersMax: 4_096,
} as const;
