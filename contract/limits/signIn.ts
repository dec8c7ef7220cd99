import { dayMs, hourMs, minuteMs, secondMs } from "./units.ts";

/** Sessions, passwords and the ways to new ones. */
export const signIn = {
  session: {
    tokenBytes: 32,
    idleMs: 7 * dayMs,
    absoluteMs: 30 * dayMs,
    /** lastSeenAt is written at most this often per session, to keep reads from becoming writes. */
    touchEveryMs: 5 * minuteMs,
    /** The oldest end when one person has more. */
    perUser: 200,
    sweepEveryMs: hourMs,
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
  },
  passwordReset: {
    tokenBytes: 32,
    linkMs: 30 * minuteMs,
    /** Links mailed to one account; more are silently not sent, since the answer must not tell accounts apart. */
    perAccount: { count: 3, windowMs: hourMs },
  },
  hashing: { parallel: 2, queueMax: 24, memoryCostKib: 19_456, timeCost: 2, retryAfterMs: 2 * secondMs },
  /** What stands around a guessable word of so many letters or more makes it no better, up to so many characters. */
  guessablePassword: { coreMin: 4, decorationMax: 8 },
} as const;
