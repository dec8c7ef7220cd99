import { dayMs, hourMs, kib, minuteMs, secondMs } from "./units.ts";

export const sessionLimits = {
  tokenBytes: 32,
  idleMs: 7 * dayMs,
  absoluteMs: 30 * dayMs,
  /** lastSeenAt is written at most this often per session, to keep reads from becoming writes. */
  touchEveryMs: 5 * minuteMs,
  /** The oldest end when one person has more. */
  perUser: 200,
  /** Sessions that are not looked up again while nothing is written. */
  remembered: 1_000,
  /** How often open sockets are checked for a session that another process has ended. */
  checkEveryMs: minuteMs,
  /** Sessions asked for in one query. */
  checkBatch: 500,
  deviceMax: 60,
  /** A device that somebody signed in on is known for so long, of all the newest so many. */
  deviceKnownMs: 90 * dayMs,
  devicesKnown: 20,
  /** How much of a User-Agent is looked at; real ones have about 150 characters. */
  agentCharacters: 512,
} as const;

export const passwordResetLimits = {
  tokenBytes: 32,
  linkMs: 30 * minuteMs,
  /** Links mailed to one account; more are silently not sent, since the answer must not tell accounts apart. */
  perAccount: { count: 3, windowMs: hourMs },
} as const;

/**
 * Mails of one kind to the owner of an account, who need not be whoever signed up with their address: each says what the
 * one before said, so that more tell nothing and fill a mailbox.
 */
export const noticeLimits = { perAccount: { count: 10, windowMs: dayMs } } as const;

export const hashingLimits = {
  parallel: 2,
  queueMax: 24,
  costs: { memoryKib: 19_456, passes: 2 },
  retryAfterMs: 2 * secondMs,
} as const;

/** What stands around a guessable word of so many letters or more makes it no better, up to so many characters. */
export const guessablePasswordLimits = { coreMin: 4, decorationMax: 8 } as const;

export const accountLimits = {
  /** Somebody without a password may delete the account for so long after signing in. */
  freshSignInMs: 10 * minuteMs,
  /** How long mails under way may take to end before an account is deleted all the same. */
  drainMs: 10 * secondMs,
  /** Rows read at a time while an export streams out. */
  exportBatch: 1_000,
  /** Rows of each long table that go in one transaction; between two of them everybody else has a turn. */
  removeBatch: 250,
  /**
   * When a deleted account is looked at again, for what a request that was under way wrote meanwhile: longer than the body
   * of one may take to arrive (`bodyLimits.receiveMs`) and what it asks for takes.
   */
  secondLookMs: 10 * minuteMs,
} as const;

export const keyLimits = {
  secretBytes: 32,
  /** In one workspace, of those that still work. */
  perWorkspace: 100,
  nameMax: 60,
  /** Collections, and accounts, that one key may be kept to. */
  boundsMax: 50,
  addressesMax: 50,
  addressMax: 64,
  /** When and where it was last used is written at most this often per key. */
  touchEveryMs: minuteMs,
  /** Keys that are not looked up again while nothing is written. */
  remembered: 1_000,
  /** How many refused keys the security log is told of; and how much of each beyond what all keys begin with. */
  refusedLogged: {
    perAddress: { count: 20, windowMs: 15 * minuteMs },
    all: { count: 1_000, windowMs: 15 * minuteMs },
  },
  toldCharacters: 4,
  /** How often open sockets are checked for a key that was revoked, has expired, or has lost its plan. */
  checkEveryMs: secondMs,
  /** Longer than any path of a call. */
  userCodeMax: 32,
  /** Revoked keys are kept for as long as the log of requests names them, and a little longer. */
  revokedMs: 30 * dayMs,
} as const;

/** Letting a program in by a browser (RFC 8628). */
export const approvalLimits = {
  codeBytes: 32,
  /** Characters of the code that a person compares, in two groups: 20 to the eighth are 25 thousand million. */
  userCodeCharacters: 8,
  livesMs: 10 * minuteMs,
  pollMs: 5 * secondMs,
  /** Those that wait, of all programs together. */
  waitingMax: 10_000,
} as const;

export const idempotencyLimits = {
  keyMax: 255,
  keptMs: dayMs,
  /** So many that are past their time are thrown away in one commit. */
  forgetBatch: 2_000,
  /** Whoever asks again while the first call runs is told to wait so long. */
  askAgainMs: secondMs,
  /** An answer that is longer is not kept; whoever asks again is told that it was made. */
  answerBytes: 512 * kib,
  /** Where several machines serve, a call that has not ended by then has lost its process. */
  runsMs: 15 * minuteMs,
} as const;

/** How many calls were made with keys, by the day. */
export const keyUsageLimits = {
  /** Days that are told, today among them. */
  days: 30,
  /** A little longer than they are told. */
  keptMs: 35 * dayMs,
} as const;

export const requestLogLimits = {
  keptMs: 7 * dayMs,
  flushEveryMs: secondMs,
  /** Entries that wait to be written; beyond them the newest are let go, and the log says so. */
  waitingMax: 20_000,
  batch: 500,
  /** So many that are past their time are thrown away in one commit. */
  forgetBatch: 2_000,
  pathMax: 300,
  /** Where no index knows what is looked for, so many are looked through before others have their turn. */
  sliceRows: 10_000,
} as const;
