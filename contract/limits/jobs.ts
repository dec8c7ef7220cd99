import { dayMs, hourMs, minuteMs, secondMs } from "./units.ts";

/** Work that is written down before it is done. */
export const jobLimits = {
  /** A job is its worker's for so long; it says that often that it is still there. A dead one's is taken up after it. */
  leaseMs: 15 * secondMs,
  beatEveryMs: 5 * secondMs,
  /** How often the table is looked at where no word and no due time wakes a worker before. */
  pollMs: 2 * secondMs,
  /** Where many are asked for, so many are written in a commit. */
  writeBatch: 100,
  /** The first wait after a failure; each further one is twice as long, up to the longest, and shortened by chance. */
  retryFirstMs: 10 * secondMs,
  retryLongestMs: hourMs,
  /** By so much of itself at most. */
  retryJitter: 0.5,
  /** Tries of one job: with the waits between them about an hour and a half. */
  attemptsMax: 10,
  /** How long what is under way may take to end when the server stops. */
  drainMs: 30 * secondMs,
  /** How often what is past its time is thrown away; at most as long as the longest wait of all. */
  sweepEveryMs: hourMs,
  /** Failed jobs are kept so long to be looked at. */
  failedMs: 30 * dayMs,
  /** What is said of a failure. */
  errorCharacters: 200,
  /** A job that should have begun so long ago is told of by `doctor`, which names so many of each kind of trouble. */
  overdueMs: 10 * minuteMs,
  namedMax: 10,
} as const;
