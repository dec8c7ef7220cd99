import { dayMs, kib, mib, minuteMs, secondMs } from "./units.ts";

export const databaseLimits = {
  /** SQLite waits synchronously and freezes every timer, so each try is short and the waiting is ours. */
  busyTryMs: 20,
  busyRetryEveryMs: 25,
  busyTotalMs: 5 * secondMs,
  /** How long a thread that has just written lets another one go first that waits. */
  turnMs: 10,
  /** How long a commit of all that waited for their turn may take some more of them; then the other thread has its turn. */
  sharedCommitMs: 8,
  /** The thread that sends has two commits in so long, as a single account needs; what comes sooner is one of many accounts' together. */
  commitEveryMs: 20,
  cacheKib: 16 * 1024,
  /**
   * What of the log's file stays on disk once all of it was moved, however long it grew. More than an import lets it
   * grow: or a commit would cut it each time, and those that follow would make it longer again.
   */
  logBytesKept: 40 * mib,
  /** What is written to a data folder and taken away again, to see whether a server can work there. */
  probeBytes: mib,
  /** A database of more than this takes so long to be read from end to end that it is said beforehand. */
  longReadBytes: 256 * mib,
} as const;

export const postgresLimits = {
  /** As the server numbers it: 15.0. */
  versionMin: 150_000,
  /** Of one process; the lock of whoever sends, and a start, have one of their own besides. */
  connectionsMax: 10,
  /** For a free connection, or a new one. */
  connectMs: 5 * secondMs,
  /** The server ends a statement then; this side gives up on one that the server did not end, or those that left with it. */
  statementMs: 30 * secondMs,
  answerMs: 35 * secondMs,
  lockMs: 5 * secondMs,
  /** A transaction whose process went silent lets go of its locks. */
  idleInTransactionMs: minuteMs,
  /** Steps may rewrite large tables, and wait for another process's steps. */
  migrationMs: 30 * minuteMs,
  /** Whoever waits for them says so after so long. */
  tellWaitMs: secondMs,
  /** How often a transaction is tried beside others; then once more with nobody beside it. */
  triesBesideOthers: 3,
  /** How often steps are begun anew where they and those who work meanwhile wait for each other. */
  migrationTries: 5,
  /** The longest wait before such a try. */
  retryWithinMs: 20,
  /** The sender looks so often whether it still holds its lock, and waits so long for the answer. */
  senderBeatMs: secondMs,
  senderAnswerMs: 3 * secondMs,
  /** After so long without a sign of the sender's machine the server gives its lock away. */
  senderGoneMs: 15 * secondMs,
} as const;

/** How soon PostgreSQL is told that a table has grown. */
export const statisticsLimits = {
  lookMs: 3 * secondMs,
  /** A table of fewer rows is read from end to end at no cost. */
  rowsMin: 1_000,
} as const;

/** What processes on several machines count and do in turn together. */
export const sharedLimits = {
  /** How long an answer may take; whoever is counted waits for it. */
  answerMs: 5 * secondMs,
  /** By how much a statement may be older than the one before it, which it waited for. */
  behindMs: minuteMs,
  /** Of so many calls that are counted, one throws away what is over. */
  sweepEvery: 1_000,
  /** A place in a line is kept so long without a word, and how often whoever waits asks whether it is their turn. */
  leaseMs: 15 * secondMs,
  renewEveryMs: 5 * secondMs,
  askEveryMs: 200,
} as const;

/** Words between the processes of one PostgreSQL. */
export const noticeLimits = {
  /** Those of so long leave together. */
  gatherMs: 20,
  payloadBytes: 7_000,
  /** How often whoever watches is told anew what the tables say, whatever was said meanwhile. */
  resyncMs: 30 * secondMs,
  /** How often it is looked whether the connection is still there, and how long it may take to answer. */
  beatMs: 2 * secondMs,
  answerMs: 3 * secondMs,
  /** After which a lost one is opened anew. */
  againMs: secondMs,
} as const;

/** From SQLite to PostgreSQL: so many rows, or bytes, in one statement, and read back at a time. */
export const moveLimits = {
  batchRows: 1_000,
  batchBytes: 4 * mib,
  fetchRows: 200,
  /** How often the terminal is told how far a table is. */
  tellEveryMs: 2 * secondMs,
} as const;

export const settingLimits = {
  /** The longest file of settings. */
  fileBytes: 64 * kib,
  /** Letters that may be wrong, missing or too many in a setting's name before it is another program's. */
  editsMax: 2,
  /** One of them for so many letters that a setting has behind "AMPLIFY_". */
  lettersPerEdit: 3,
} as const;

export const clockLimits = {
  /** A wall clock this far away is followed at once. */
  jumpMs: 2 * secondMs,
  /** One that leapt farther is believed when it has stayed where it is for so long. */
  believeAfterMs: 2 * minuteMs,
  persistEveryMs: 30 * secondMs,
  /** How often a process that starts asks a shared database for the time until the answer comes soon enough to tell it. */
  lookTries: 5,
  /** How often another thread is told how far the clock is from the steady one. */
  shareEveryMs: secondMs,
  /** Stored times are moved within so long after it was set; what somebody began in between has the right time already. */
  movedWithinMs: 5 * minuteMs,
  /** How long `doctor` tells that the clock was set. */
  toldMs: 7 * dayMs,
  /** By how much wall and steady clock part before the machine's uptime is asked for, and how often it is anyway. */
  partedMs: 250,
  uptimeEveryMs: secondMs,
} as const;
