import { secondMs } from "./units.ts";

/** What one sees at once, and how often and how soon it changes. */
export const screenLimits = {
  /** The full-screen loader looks this often and stays for more than one look (specification, section 4). */
  loaderTickMs: 500,
  /** A logout under way leads off the page by itself; one that has not by then is helped. */
  logoutMs: 5_000,
  /** A mail server that has not taken an account by then is said to make one wait. */
  signInSlowMs: 5 * secondMs,
  /** When a server that gave no answer is asked again who is there. */
  verifyRetryMs: 2 * secondMs,
  /** How often the window that connects a Google account is checked for having been closed. */
  popupTickMs: secondMs,
  /** A list that several parts show is not asked for again by one of them that opens, or a tab that is looked at, so soon. */
  dataFreshMs: 30 * secondMs,
  /** How often it is asked for what the server is about to find out. */
  lookMs: 3 * secondMs,
  /** More columns of a file that have no place of their own stand behind one line. */
  otherColumnsOpen: 30,
  /** How often and how many times it is looked whether the focus may go to the next of the first steps. */
  stepFocusEveryMs: 100,
  stepFocusLooks: 20,
  /** A search waits until nobody has typed for this long. */
  searchPauseMs: 150,
  /** How many a question finds is asked once nobody has changed it for this long. */
  countPauseMs: 400,
  /** Leads asked for at a time while their list is scrolled, once nobody has scrolled for this long. */
  leadChunk: 100,
  scrollPauseMs: 60,
  /** While rows fly past, so many chunks are asked for in one call: together at most a page of the server's. */
  chunksPerBlock: 5,
  /** Whoever asks again this soon is flying. */
  flightMs: secondMs,
  /** Calls of a list that scrolls: well below `rateLimits.apiPerUser`, so that everything else has room beside it. */
  leadLoads: { burst: 20, everyMs: 400 },
  /** Leads picked one by one: their ids go in one call, and a send's call is two megabytes at most. */
  pickedMax: 40_000,
  /** What is done to more leads than this goes in several calls, with its progress shown. */
  actionStep: 5_000,
  /** Chunks kept in the browser. */
  chunksHeld: 200,
  /** When rows that could not be loaded are asked for again. */
  loadRetryMs: 2 * secondMs,
  /** When a part of the page that could not be fetched is fetched again. */
  partRetryMs: 5 * secondMs,
  /** After a "too often" that does not say how long to wait; and how often one call waits for another turn. */
  rateRestMs: 2 * secondMs,
  rateTries: 20,
  /** Rows of a file shown below its headings, as they stand, and characters of a row in the choice of headings. */
  rawRows: 5,
  headingCharacters: 60,
  /** Leads offered at a time where one is looked for. */
  leadsOffered: 8,
  /** Rows of a long list drawn above and below those on screen, and by how many the drawn ones move on at a time. */
  rowsAhead: 6,
  rowsPerStep: 4,
  /** A list that does not move for so long is at rest. */
  scrollRestMs: 150,
  /** Firefox ends an element after 17 million pixels, and positions lose their fractions well before. */
  listHeightPx: 8_000_000,
  /** Progress is read out at most this often; a screen reader cannot keep up with ten messages a second. */
  announceEveryMs: 5 * secondMs,
  /** A rate is told once this much of a send has been seen. */
  forecastAfterMs: 2 * secondMs,
  /** Sends that stood on the line of activity, and what was put away from it, that a browser remembers. */
  activitiesKept: 100,
  noticeMs: 8 * secondMs,
  /** How long Undo is offered for an action that could also be reversed later in another way. */
  undoReportMs: 30 * secondMs,
  noticesShown: 3,
  /** Opted-out leads named by a notice that goes by itself; up to `skippedNamed` of them stand with the send. */
  skippedInNotice: 10,
  /** What the connection tells in so short a time is asked about at once, together. */
  gatherMs: 100,
  /** What others change is shown once nobody has touched the page for so long, and after this much at the latest. */
  touchRestMs: secondMs,
  touchWaitMaxMs: 10 * secondMs,
  /** Of each kind, what is offered where one finds anything by typing. */
  foundShown: 5,
  previewRows: 5,
  /** How often an import under way is looked at. */
  importLookMs: secondMs,
  ledgerPage: 50,
  /** Opt-outs on a page of a campaign's. */
  optoutsListed: 20,
  /** Campaigns of a page of their list. */
  campaignsListed: 50,
  /** Campaigns that a calendar asks for at a time, and how many times at most. */
  calendarPage: 200,
  calendarPages: 25,
  /** How often what became of a campaign under way is asked for again, and its bars are drawn anew. */
  insightLookMs: 5 * secondMs,
  /** Bars of a campaign in the list; on its page, how wide one is at the least, and how many times as wide at the most. */
  barsListed: 48,
  barPx: 2.75,
  barGrowth: 5,
  /** Entries of a day in the calendar; the others stand in its list. */
  calendarEntries: 3,
  addressesShown: 20,
  /** What happened to a lead, so many at a time. */
  happeningsShown: 30,
  /** How often a form is saved at the most where somebody else changes the same thing each time in between. */
  crossedTries: 3,
  /** As many pieces of unsaved work are kept in a browser, one for each window; a browser stores 5 MB. */
  draftsKept: 5,
} as const;
