import { dayMs, hourMs, kib, minuteMs, secondMs } from "./units.ts";

export const mailLimits = {
  boundaryBytes: 12,
  /** Behind a mail in its buffer, for what is said behind it in the same breath: its end, and the next one's envelope. */
  spareBytes: kib,
  /** Buffers that an account keeps for its next mails, and how large one may be to be kept. */
  keptBuffers: 32,
  keptBufferBytes: 256 * kib,
} as const;

/** How sends are accepted, tried, put off and told. */
export const sendLimits = {
  leadsMax: 100_000,
  connectMs: 30 * secondMs,
  /** Of a server's addresses so many are tried, and the next one after so long. */
  addressesMax: 4,
  nextAddressMs: 5 * secondMs,
  /** Servers that look clients up, or make whoever is in a hurry wait, greet after half a minute (RFC 5321 section 4.5.3.2.1 allows five). */
  greetingMs: 60 * secondMs,
  commandMs: 60 * secondMs,
  /** All that a server may say at one step of a mail; its longest reply has about a thousand bytes. */
  repliesBytes: 64 * kib,
  /** RFC 5321 section 4.5.3.1.5 knows 512 bytes; servers that list what they offer take more. */
  replyLineBytes: 8 * kib,
  replyLines: 256,
  /** A mail, and the envelope of the next one behind its end (RFC 2920). */
  mailsInPipe: 2,
  /**
   * From which answer to EHLO on: to a server near by a second mail in the pipe waits for more than it saves (smtp-sink
   * on this machine took 15 ms for what takes 3 one by one).
   */
  farMs: 8,
  /** How long a server that answered out of step is spoken to one command after the other. */
  stepByStepMs: hourMs,
  /** RFC 5321 section 4.5.3.2.6: ten minutes for the reply after the final dot. */
  afterDotMs: 10 * minuteMs,
  /** Somebody waits for it, and proxies end what takes a minute. */
  verifyMs: 55 * secondMs,
  /** Within that, for a server that cannot be reached, or that waits for TLS where none was chosen. */
  verifySilentMs: 20 * secondMs,
  connectionIdleMs: 30 * secondMs,
  /** After how long a server that refused one more connection is asked for one again. */
  moreConnectionsMs: 10 * minuteMs,
  /** How long a server may take to say goodbye before the connection is cut. */
  quitMs: 2 * secondMs,
  mailsPerConnection: 500,
  /** After so many mails in a row that were put off on a connection another one is tried. */
  putOffsPerConnection: 2,
  /** A message goes to the socket in pieces of this size, so that a stalled server stops us early. */
  pieceBytes: 64 * kib,
  retryAfterMs: [minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 4 * hourMs],
  /** Each wait is stretched by up to this share, so that deferred mails do not return all at once. */
  retryJitter: 0.2,
  retryForMs: dayMs,
  /** Connection faults in a row before an account rests. */
  breakerFaults: 5,
  /** How long it rests then: at first as long as a server takes to start anew, and longer each time that it is still not there. */
  breakerRestsMs: [15 * secondMs, minuteMs, 5 * minuteMs],
  accountBusyRestMs: minuteMs,
  /**
   * Mails that a server puts off in a row, as servers do that count what comes in a second, a minute or an hour; how long it is then
   * left alone, the first time and each further one that nothing is taken, and for how long it is known for one that counts.
   */
  putOffsInRow: 10,
  putOffWaitsMs: [1, 2, 4, 8, 15, 15, 15, 15, 30, 60, 120, 300].map((seconds) => seconds * secondMs),
  putOffKnownMs: minuteMs,
  /** With so many at once a server that was waited for is sent to as fast as any. */
  slowlyAtOnceMax: 32,
  /** A shorter wait is nothing to be told of: mails go on as fast as the server takes them. */
  putOffToldMs: 2 * secondMs,
  dailyLimitRestMs: dayMs,
  /** Mails that a server's policy refuses in a row, in the same words, before a person is asked. */
  policyRefusals: 20,
  /** How long somebody waits for a single mail, such as a test, to get its place before a campaign's. */
  singleWaitMs: 10 * secondMs,
  /** How long somebody waits for what became of it; proxies end what takes a minute. */
  singleAnswerMs: 55 * secondMs,
  /** Where others send: how often it is looked what came of a single mail, how long nobody may have begun it, and how
   * long it may be on its way. */
  singleLookMs: 250,
  singleTakenMs: 20 * secondMs,
  singleEndMs: 2 * minuteMs,
  drainMs: 30 * secondMs,
  /** After a failed write of the ledger; a full disk does not fill less by asking often. */
  ledgerRetryMs: 2 * secondMs,
  /** How long an outcome waits for others to be written with it, and how many of them wait at most. */
  gatherMs: 50,
  gatherMax: 256,
  /** Where commits wait for each other: so many times as long as one takes, up to the longest. */
  gatherPerCommit: 8,
  gatherMaxMs: 400,
  /**
   * A lane claims as much ahead as it sends in so long, so that a commit is for many mails, and while a commit is waited for;
   * altogether for less than a claimed mail waits.
   */
  claimAheadMs: 250,
  claimAheadMaxMs: 750,
  claimMax: 512,
  /** How long a claimed mail waits for a connection before it goes back to the queue: others may be due by then. */
  readyMs: 900,
  /** So many claimed mails are looked at together, right before they go. */
  lookMax: 32,
  /**
   * From which time on a look is a far database's, so that several are under way at once, each for the connections that came
   * free by then. Near by it takes one to three milliseconds, and one for more mails costs less.
   */
  farLookMs: 5,
  /** Nearer, the next look begins beside one that is under way once this share of the connections waits for it. */
  nearLookShare: 0.35,
  /** How long a lane's commit to a shared database has its sender's turn, and how many are under way behind such as take longer. */
  commitTurnMs: 50,
  commitsMax: 8,
  /** How often it is looked how fast a lane is. */
  paceMs: 100,
  /** How often campaigns that another process accepted are looked for. */
  reconcileMs: 2 * secondMs,
  /** How often it is looked for mails that are said to be on their way and that nobody works on. */
  strayLookMs: minuteMs,
  /** Longer than any mail is on its way: whoever held it has written its outcome by then, or never will. */
  strayMs: 12 * minuteMs,
  /** How often the sender's thread tells what has happened, while mails go out. */
  tellEveryMs: 50,
  /** How long a question to the sender's thread may take before the tables are asked instead. */
  askMs: secondMs,
  /** After the thread has ended by a fault it is started anew, after a wait that doubles up to the longest. */
  threadAgainMs: secondMs,
  threadAgainMaxMs: minuteMs,
  /** Beyond the time that mails under way have to end, how long the thread may take to end itself. */
  threadEndMs: 5 * secondMs,
  /** How often the thread is asked whether it is there, and after how many such times without an answer it is ended. */
  threadBeatMs: 10 * secondMs,
  threadBeatsMax: 12,
  /** How often the thread that sends gives back what its mails have left in memory, while it sends. */
  collectEveryMs: secondMs,
  recentlyFinishedMs: 10 * minuteMs,
  idlePollMs: 60 * secondMs,
  /** Two identical requests within this time are one campaign (a double click, two tabs). */
  sameRequestMs: minuteMs,
  /** Of the same send, those that wait at other servers for what becomes of the first. */
  sameWaiting: 8,
  /** A send that another server was accepting so long ago is taken to have died with it. */
  preparingMs: 10 * minuteMs,
  /** Mails of a send that is taken back, or was never whole, that are removed in one commit. */
  removeBatch: 500,
  skippedShown: 1_000,
  /** Addresses in a sentence: what a person reads of them. */
  skippedNamed: 50,
  /** Leads that a plan offers to look at. */
  samplesMax: 100,
} as const;

/** How senders share the accounts of one database. */
export const leaseLimits = {
  /** An account is its sender's for so long; a dead one's is taken over after it. */
  leaseMs: 15 * secondMs,
  /** How often a sender says that it is still there. */
  renewEveryMs: 5 * secondMs,
  /** A sender takes its lease for over so much earlier than everybody else does. */
  marginMs: secondMs,
  /** How often at most it is written down why a lane waits, for those who answer people elsewhere. */
  noteEveryMs: secondMs,
  /** How many looks a free account is left to senders that have fewer. */
  leftToOthers: 2,
} as const;

/** The journal of mails whose end may have left; see `server/sending/journal/`. */
export const journalLimits = {
  /** The file is rewritten when it has so many lines, of about forty bytes each. */
  linesMax: 20_000,
  /** A journal in the database is compacted when its rows name so many mails. */
  idsMax: 8_000,
  /** A mail is not tried again automatically once so many processes have died while they composed it. */
  diedMax: 3,
  /** Until then it waits so long for each of these deaths. */
  diedWaitMs: 10 * secondMs,
} as const;

/** How mails are counted for their leads. */
export const mailCountLimits = {
  everyMs: secondMs,
  /** In one commit. */
  batch: 500,
} as const;

export const budgetLimits = {
  /** How many mails are counted together. */
  bucketMs: minuteMs,
  /** How long they count, from the beginning of their minute: a day from its end, so that no place is free early. */
  windowMs: dayMs + minuteMs,
  /** The most that a person may set as an account's own limits. */
  perDayMax: 10_000_000,
  perMinuteMax: 1_000_000,
  gapMaxMs: hourMs,
  /** As many as a common server takes of one client (postfix' `smtpd_client_connection_count_limit` is 50). */
  connectionsMax: 50,
} as const;

/** Mails that a program asks for one by one. */
export const transactionalLimits = {
  recipientsMax: 50,
  /** Merge fields of a call, how long the name of one is (`mergeFieldNamePattern`), and how long one value may be. */
  valuesMax: 100,
  valueNameMax: 64,
  valueMax: 10_000,
  /** All values of a mail together, in characters of their JSON. */
  valuesCharactersMax: 100_000,
  kindMax: 40,
  tagsMax: 10,
  tagMax: 60,
  textMax: 500_000,
  attachmentsMax: 10,
  /** One attachment: a text in a body of JSON is parsed at one go (`jsonLimits.textBytes`), and base64 is a third longer. */
  attachmentBytes: 1_500_000,
  /** All of a call's; in base64 they fit in `bodyLimits.bulkBytes` with everything else. */
  attachmentsBytes: 7_000_000,
  attachmentNameMax: 200,
  attachmentTypeMax: 127,
  /** Line length of base64 (RFC 2045 section 6.8). */
  base64Line: 76,
  ttlMinSeconds: 30,
  ttlDefaultSeconds: (3 * dayMs) / secondMs,
  ttlMaxSeconds: (7 * dayMs) / secondMs,
  /** How long what has failed can be tried again; until then its content and attachments are kept. */
  retryMs: 3 * dayMs,
  /** How long a mail is in the log; an idempotency key is known for as long. */
  logMs: 30 * dayMs,
  sweepEveryMs: minuteMs,
  /** Calls that are ended, emptied or forgotten in one commit. */
  sweepBatch: 100,
  /**
   * Of so many mails in a row that an account takes on while campaigns wait beside it, all but one may be mails of their
   * own; the one is a campaign's.
   */
  shareOf: 4,
  /** Calls of one account that a lane knows at a time; more of them wait in the tables. */
  callsPerLane: 500,
  /** Composed calls that a sender keeps, with their attachments. */
  composedKept: 4,
  pageDefault: 50,
  pageMax: 200,
} as const;
