import { importLimits } from "./imports.ts";
import { hourMs, kib, mib, minuteMs, secondMs } from "./units.ts";

export const bodyLimits = {
  jsonBytes: 256 * kib,
  /** Sign-in and sign-up: a megabyte of password is still refused in words, not by its size alone. */
  signInBytes: 2 * mib,
  /** Templates and sends carry whole designs and HTML. */
  templateBytes: 2 * mib,
  /** Bulk imports and files. */
  bulkBytes: 10 * mib,
  /** The longest file that an import takes in. */
  importBytes: importLimits.csvBytes,
  /** What a multipart form adds around its file. */
  formBytes: 64 * kib,
  /** Parts of a form; ours have one or two. */
  formParts: 100,
  /** What stands above a part's content: its name, the name of its file and of its type. */
  formHeadBytes: 16 * kib,
  /** How long a body may take to arrive: room for 10 MiB over a slow line, an end to dripping ones. */
  receiveMs: 2 * minuteMs,
} as const;

export const serverLimits = {
  /** What is read before our own answer gets its turn; above it the connection is refused bare. */
  bodyBytes: importLimits.csvBytes + mib,
  /** A connection on which nothing moves; longer than the slowest answer takes to begin. */
  idleSeconds: 120,
  /** Requests on one connection before the first is answered. Browsers and proxies send one; programs that measure servers, 16. */
  pipelinedMax: 32,
  /** What comes so soon behind a signal to stop is the same one, by another way. */
  sameSignalMs: secondMs,
} as const;

/** JSON that somebody else wrote. */
export const jsonLimits = {
  /**
   * Lists and objects within each other, in any JSON that is taken in. The deepest designs of Unlayer's own have
   * about a dozen levels and may have `designLimits.depthMax`, in a call that adds a few; JSON.stringify, whose time
   * explodes in the ten thousands, is far away.
   */
  depthMax: 64,
  /** A body of JSON is parsed so much at a time. */
  pieceBytes: 64 * kib,
  /** Members of one list or object in a long body: twice what any call takes. More are slow to put together. */
  membersMax: 200_000,
  /** One text in a body of JSON, which cannot be parsed in pieces: a template's call as a whole has no more. */
  textBytes: 2 * mib,
} as const;

/** Long work on the one thread that everybody shares. */
export const slicesLimits = {
  /** Long work gives way after so long. Whoever waits may wait for one such slice, and for little else. */
  workMs: 5,
  /** Pieces of one person's work that wait for the one under way. */
  waitingMax: 32,
} as const;

export const pageLimits = {
  sizeDefault: 50,
  sizeMax: 500,
  /** Characters of a cursor: names, an address and a phone of the longest, in any script. */
  cursorMax: 6_000,
} as const;

export const rateLimits = {
  loginPerAccount: { count: 5, windowMs: 15 * minuteMs },
  /** One account from all addresses together; higher, so that a stranger cannot lock the owner out with ease. */
  loginPerAccountAnywhere: { count: 30, windowMs: 15 * minuteMs },
  loginPerAddress: { count: 50, windowMs: 15 * minuteMs },
  signupPerAddress: { count: 5, windowMs: hourMs },
  /** The same where nobody but this machine's own people can come: whoever tries the product there, or tests it. */
  signupFromHere: { count: 200, windowMs: hourMs },
  /** Asking for a link to a new password, and using one. */
  passwordResetPerAddress: { count: 10, windowMs: hourMs },
  exportPerUser: { count: 5, windowMs: hourMs },
  /** Spreadsheets that a program has read into rows; the workspace and the terminal import by uploads, below. */
  importPerUser: { count: 10, windowMs: hourMs },
  /**
   * Calls with more JSON than a template's may have: ten megabytes of leads take longer to write than this allows,
   * and twenty in a minute are two million.
   */
  longBodyPerUser: { count: 5, windowMs: 15 * secondMs },
  apiPerUser: { count: 300, windowMs: minuteMs },
  /** Calls by one key; the person who made it keeps their own. */
  apiPerKey: { count: 300, windowMs: minuteMs },
  /** Programs that ask to be let in by a browser, and ask whether they are. */
  devicePerAddress: { count: 10, windowMs: 10 * minuteMs },
  devicePollPerAddress: { count: 60, windowMs: minuteMs },
  /** Looks at a code that somebody typed: 25 thousand million of them are not tried out. */
  approvalPerUser: { count: 20, windowMs: 10 * minuteMs },
  /** Checks of the clients at Google and Microsoft, which ask those. */
  setupCheckPerUser: { count: 10, windowMs: 10 * minuteMs },
  /** Mails drawn small in a list; counted apart, so that the page keeps its calls. */
  previewPerUser: { count: 600, windowMs: minuteMs },
  /** Mails sent to be shown large: two megabytes each, and looked at one after the other. */
  shownPerUser: { count: 60, windowMs: 10 * secondMs },
  /** Messages of agents; what their tools call is counted with all other calls. */
  agentPerUser: { count: 300, windowMs: minuteMs },
  /** What open pages ask once a second, so that it leaves the rest alone. */
  pollPerUser: { count: 300, windowMs: minuteMs },
  uploadPerUser: { count: 30, windowMs: hourMs },
  /** Accounts added, changed, tested and resumed: each may sign in at a server that the person names. */
  accountTryPerUser: { count: 60, windowMs: 10 * minuteMs },
  /** Each asks the DNS some twenty questions about a domain that the person names. */
  domainLookPerUser: { count: 20, windowMs: 10 * minuteMs },
  /** Failed sign-ins that one person asked for; of all people together, at one mailbox and at one named server. */
  signInTryPerUser: { count: 20, windowMs: 10 * minuteMs },
  signInTryPerMailbox: { count: 10, windowMs: 15 * minuteMs },
  signInTryPerServer: { count: 60, windowMs: hourMs },
  /** Transactional mails: each is a call; counted apart, so that a shop that sells well keeps its other calls. */
  transactionalPerUser: { count: 1_200, windowMs: minuteMs },
  testMailPerUser: { count: 10, windowMs: 10 * minuteMs },
  /** Each waits for a server that the person names. */
  webhookTestPerUser: { count: 20, windowMs: minuteMs },
  publicPerAddress: { count: 300, windowMs: minuteMs },
  /**
   * Sockets opened: two a second, and all of somebody's tabs at once when a server is back. An address may be an
   * office of people, or a proxy that nobody named. Whoever comes too soon waits for seconds, not minutes.
   */
  socketPerUser: { count: 30, windowMs: 15 * secondMs },
  socketPerAddress: { count: 600, windowMs: 15 * secondMs },
  /** Of IPv6, what counts by address may come from a whole site so many times as often as from one household. */
  householdsPerSite: 16,
  /** Distinct keys remembered by one limiter; the oldest are forgotten first. */
  keysMax: 50_000,
} as const;

export const shutdownLimits = { requestsMs: 5 * secondMs, lookEveryMs: 10 } as const;
