import { cli } from "./limits/cli.ts";
import { clicks } from "./limits/clicks.ts";
import { designLimits } from "./limits/design.ts";
import { html, json, slices } from "./limits/html.ts";
import { imports } from "./limits/imports.ts";
import { oauth } from "./limits/oauth.ts";
import { screen } from "./limits/screen.ts";
import { send } from "./limits/send.ts";
import { sheet } from "./limits/sheet.ts";
import { signIn } from "./limits/signIn.ts";
import { dayMs, hourMs, kib, mib, minuteMs, secondMs } from "./limits/units.ts";
import { uploads } from "./limits/uploads.ts";

/**
 * Every bound of the product in one place: sizes in bytes, times in milliseconds, counts in pieces.
 * Code elsewhere reads a bound from here and never writes a number of its own.
 */

export const limits = {
  body: {
    jsonBytes: 256 * kib,
    /** Sign-in and sign-up: a megabyte of password is still refused in words, not by its size alone. */
    signInBytes: 2 * mib,
    /** Templates and sends carry whole designs and HTML. */
    templateBytes: 2 * mib,
    /** Bulk imports and files. */
    bulkBytes: 10 * mib,
    /** The longest file that an import takes in. */
    importBytes: imports.csvBytes,
    /** What a multipart form adds around its file. */
    formBytes: 64 * kib,
    /** How long a body may take to arrive: room for 10 MiB over a slow line, an end to dripping ones. */
    receiveMs: 2 * minuteMs,
  },

  server: {
    /** What is read before our own answer gets its turn; above it the connection is refused bare. */
    bodyBytes: imports.csvBytes + mib,
    /** A connection on which nothing moves; longer than the slowest answer takes to begin. */
    idleSeconds: 120,
  },

  text: {
    /** Characters of a text that is read as a yes or a no; a longer one says something else. */
    optoutMax: 80,
    nameMin: 2,
    nameMax: 20,
    passwordMin: 8,
    /** Longer passwords only cost hashing time; the bound stops a 1 MB password before argon2 sees it. */
    passwordMax: 256,
    /** RFC 5321 section 4.5.3.1: 64 for the local part, 255 for the domain, 254 for the whole path. */
    emailLocalMax: 64,
    emailMax: 254,
    leadNameMax: 200,
    phoneMax: 50,
    collectionNameMax: 60,
    templateNameMax: 120,
    subjectMax: 500,
    aliasMax: 320,
    displayNameMax: 100,
    appPasswordMax: 512,
    hostMax: 253,
    /** The highest port of TCP (RFC 9293, section 3.1). */
    portMax: 65_535,
    searchMax: 200,
    idMax: 64,
    tokenMax: 256,
    /** A header that the browser sends along; servers take 8 to 16 kB of headers in all. */
    authorizationMax: 4_096,
    reasonMax: 500,
  },

  json,
  html,
  slices,

  design: designLimits,
  mail: { boundaryBytes: 12 },
  clicks,

  leads: {
    collectionsPerLead: 50,
    collectionsPerUser: 500,
    /** Rows written in one transaction; between two of them other requests get their turn. */
    writeBatch: 500,
    /** Imported rows written in one transaction: each commit costs a sync to disk, each row a share of a stall. */
    importBatch: 1_000,
    /** Imports of one person that wait for the one under way. */
    importsWaiting: 32,
    /** Times that a batch is written again because somebody unsubscribed while it was being prepared. */
    importTries: 5,
    /** A collection up to this size is sorted as a whole for a page of it. */
    sortedMax: 2_000,
    /** Rows of a sorted list that are passed over in one statement, on the way to a page far behind them. */
    walkStride: 5_000,
    /** Words of a search that are looked for one by one. */
    searchWordsMax: 8,
    /** Rows read at a time while the whole list streams out. */
    streamBatch: 1_000,
    bulkMax: 100_000,
    /** Ids read at a time where everything that matches is meant. */
    idsRead: 20_000,
    /** Leads left out by name where everything else that matches is meant. */
    exceptMax: 1_000,
    /** How long a deletion can be undone. */
    undoMs: 10 * minuteMs,
    /** Campaigns in one lead's history, the newest. */
    historyMax: 200,
    rejectedShown: 1_000,
  },

  imports,

  page: { sizeDefault: 50, sizeMax: 500 },

  /** Few templates are read at a time while a list streams out: one may weigh two megabytes. */
  templates: {
    perUser: 1_000,
    streamBatch: 8,
    /** Earlier states kept of one template, of one person's templates together, and how long once replaced. */
    versionsMax: 30,
    versionsPerUser: 2_000,
    versionMs: 90 * dayMs,
    /** How long a deletion can be undone. */
    undoMs: 10 * minuteMs,
    /** How long a browser may keep the picture of one version. */
    previewKeptSeconds: 3_600,
  },
  credentials: { perUser: 50 },

  sheet,

  ...signIn,
  systemMail: {
    /** Mails that wait for the one under way. */
    queueMax: 100,
    /** Tries of one mail when the server says "later", each after so long a wait. */
    retryAfterMs: [minuteMs, 5 * minuteMs],
  },

  account: {
    /** Somebody without a password may delete the account for so long after signing in. */
    freshSignInMs: 10 * minuteMs,
    /** How long mails under way may take to end before an account is deleted all the same. */
    drainMs: 10 * secondMs,
    /** Rows read at a time while an export streams out. */
    exportBatch: 1_000,
    /** Rows of each long table that go in one transaction; between two of them everybody else has a turn. */
    removeBatch: 1_000,
    /** When a deleted account is looked at again, for what a request that was under way wrote meanwhile. */
    secondLookMs: minuteMs,
  },

  rate: {
    loginPerAccount: { count: 5, windowMs: 15 * minuteMs },
    /** One account from all addresses together; higher, so that a stranger cannot lock the owner out with ease. */
    loginPerAccountAnywhere: { count: 30, windowMs: 15 * minuteMs },
    loginPerAddress: { count: 50, windowMs: 15 * minuteMs },
    signupPerAddress: { count: 5, windowMs: hourMs },
    /** Asking for a link to a new password, and using one. */
    passwordResetPerAddress: { count: 10, windowMs: hourMs },
    exportPerUser: { count: 5, windowMs: hourMs },
    importPerUser: { count: 10, windowMs: hourMs },
    /**
     * Calls with more JSON than a template's may have: ten megabytes of leads take longer to write than this allows,
     * and twenty in a minute are two million.
     */
    longBodyPerUser: { count: 5, windowMs: 15 * secondMs },
    apiPerUser: { count: 300, windowMs: minuteMs },
    /** Mails drawn small in a list; counted apart, so that the page keeps its calls. */
    previewPerUser: { count: 600, windowMs: minuteMs },
    /** Mails sent to be shown large: two megabytes each, and looked at one after the other. */
    shownPerUser: { count: 60, windowMs: 10 * secondMs },
    /** What open pages ask once a second, so that it leaves the rest alone. */
    pollPerUser: { count: 300, windowMs: minuteMs },
    uploadPerUser: { count: 30, windowMs: hourMs },
    /** Accounts added, changed, tested and resumed: each may sign in at a server that the person names. */
    accountTryPerUser: { count: 60, windowMs: 10 * minuteMs },
    /** Failed sign-ins that one person asked for; of all people together, at one mailbox and at one named server. */
    signInTryPerUser: { count: 20, windowMs: 10 * minuteMs },
    signInTryPerMailbox: { count: 10, windowMs: 15 * minuteMs },
    signInTryPerServer: { count: 60, windowMs: hourMs },
    testMailPerUser: { count: 10, windowMs: 10 * minuteMs },
    publicPerAddress: { count: 300, windowMs: minuteMs },
    /**
     * Sockets opened: two a second, and all of somebody's tabs at once when a server is back. An address may be an
     * office of people, or a proxy that nobody named. Whoever comes too soon waits for seconds, not minutes.
     */
    socketPerUser: { count: 30, windowMs: 15 * secondMs },
    socketPerAddress: { count: 600, windowMs: 15 * secondMs },
    /** Distinct keys remembered by one limiter; the oldest are forgotten first. */
    keysMax: 50_000,
  },

  socket: {
    incomingBytes: 4 * kib,
    incomingPerSecond: 20,
    perUser: 20,
    total: 10_000,
    backlogBytes: 1 * mib,
    publishEveryMs: 100,
    /** Messages written to one person's sockets at a time; with the longest lists they stay within the backlog. */
    publishBatch: 20,
    failedEmailsShown: 100,
    snapshotCampaigns: 20,
    reconnectMs: 2 * secondMs,
    reconnectMaxMs: 60 * secondMs,
    /** Each wait after a failed try is stretched by up to this share, so that clients do not return all at once. */
    reconnectJitter: 0.5,
    /** Campaigns whose newest message is kept for a reader that lags; the oldest are let go first. */
    watchedMax: 200,
    pingMs: 30 * secondMs,
  },

  database: {
    /** SQLite waits synchronously and freezes every timer, so each try is short and the waiting is ours. */
    busyTryMs: 20,
    busyRetryEveryMs: 25,
    busyTotalMs: 5 * secondMs,
    lockRetryMs: 2 * secondMs,
    cacheKib: 16 * 1024,
    /** What of the log's file stays on disk once all of it was moved, however long it grew. */
    logBytesKept: 16 * mib,
    /** What is written to a data folder and taken away again, to see whether a server can work there. */
    probeBytes: mib,
  },

  settings: {
    /** The longest file of settings. */
    fileBytes: 64 * kib,
    /** Letters that may be wrong, missing or too many in a setting's name before it is another program's. */
    slipsMax: 2,
  },

  send,

  budget: {
    windowMs: dayMs,
    bucketMs: minuteMs,
    /** The most that a person may set as an account's own limits. */
    perDayMax: 10_000_000,
    perMinuteMax: 1_000_000,
    gapMaxMs: hourMs,
  },

  clock: {
    /** A wall clock this far away is followed at once. */
    jumpMs: 2 * secondMs,
    /** One that leapt farther is believed when it has stayed where it is for so long. */
    believeAfterMs: 2 * minuteMs,
    persistEveryMs: 30 * secondMs,
    /** How long `doctor` tells that the clock was set. */
    toldMs: 7 * dayMs,
  },

  cli,

  screen,

  mailbox: {
    keepPerUser: 100_000,
    /** Mails written in one transaction, and old ones dropped in one. */
    writeBatch: 200,
    /** The bound on what is kept is looked at once in so many mails. */
    trimEvery: 1_000,
    /** How much of a mail's source and text a page shows; the download has it all. */
    shownCharacters: 256 * kib,
    /** Headers read for the list of mails. */
    headerCharacters: 16 * kib,
    /** Parts within parts. */
    nestingMax: 20,
    /** Links of a mail that are listed beside it, and what each says. */
    linksShown: 100,
    linkLabelCharacters: 120,
  },
  oauth,
  uploads,
  site: {
    /** HTML below this gains nothing by being compressed: it fits into one packet as it is. */
    compressFromBytes: 1 * kib,
    /** What an installation may put on its front page. */
    statisticsMax: 4,
    statisticMax: 40,
    testimonialsMax: 12,
    quoteMax: 600,
    quotedNameMax: 80,
  },
  shutdown: { requestsMs: 5 * secondMs, lookEveryMs: 10 },
} as const;
