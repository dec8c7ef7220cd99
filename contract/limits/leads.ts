import { minuteMs, secondMs } from "./units.ts";

export const leadLimits = {
  /** That a plan ends is said once no more leads than these fit. */
  planEndsNear: 5,
  collectionsPerLead: 50,
  collectionsPerUser: 500,
  /** Rows written in one transaction; between two of them other requests get their turn. */
  writeBatch: 500,
  /**
   * Leads deleted, or brought back, in one: each touches all indexes of leads and that of searches, which takes several times as
   * long as to change one.
   */
  removeBatch: 100,
  /** Imported rows written in one transaction: each commit costs a sync to disk, each row a share of a stall. */
  importBatch: 1_000,
  /** Imports of one person that wait for the one under way. */
  importsWaiting: 32,
  /** A collection up to this size is sorted as a whole for a page of it. */
  sortedMax: 2_000,
  /** Rows of a sorted list that are passed over in one statement, on the way to a page far behind them. */
  seekStride: 5_000,
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
  /** Notes about one lead, and the characters of one. */
  notesMax: 200,
  noteTextMax: 5_000,
  /** Fields that a workspace adds to its leads, and what they hold. */
  fieldsMax: 50,
  fieldKeyMax: 40,
  fieldLabelMax: 60,
  /** Characters of a text. */
  fieldTextMax: 1_000,
  choicesMax: 100,
  choiceNameMax: 100,
  /** Beyond fifteen digits a number is no longer kept as it was written. */
  fieldNumberMax: 1e15,
} as const;

/** The index that searches of leads go by on SQLite. */
export const searchLimits = {
  /** Workspaces with fewer leads have none: looking through all of them takes no longer. */
  leadsMin: 2_000,
  /** Leads that are indexed in one commit. */
  indexedTogether: 100,
  /** Pages of the index, about, that are merged in one commit. */
  mergedPages: 6,
  /** How often new and changed leads are looked for. */
  everyMs: 30 * secondMs,
  /** With more leads than these outside of the index a search looks through all there are. */
  unindexedMax: 2_000,
  /** Up to so many matches are gathered and sorted; the first of more are soon met in any order. */
  gatheredMin: 1_000,
  /** In a large workspace that is the root of so many times its leads: there both ways take the same. */
  gathered: 20,
  /** Leads that are read to know which letters of a search are rare. */
  sampled: 64,
  /** How many of the rarest are asked for. */
  rarest: 3,
  /** Words of one or two letters are asked for by so many threes that begin with them, at most. */
  termsMax: 300,
  /** Where a larger share of the leads has such a word, as many as are gathered are soon met. */
  shortShareMax: 0.1,
  /** Where a larger share of the leads matches, looking through all of them is faster than the index. */
  shareMax: 0.6,
  /** How often a search begins anew because leads changed meanwhile, before it looks through all there are. */
  attemptsMax: 3,
  /** Leads that are looked through in one statement, to count those that match. */
  countStride: 20_000,
  /** Into how many pieces these are divided at most where many conditions are asked of each. */
  piecesMax: 20,
  /** Totals that are kept. */
  countsKept: 200,
} as const;

/** Smaller ones are for tests. */
export type SearchBounds = { readonly [Name in keyof typeof searchLimits]: number };
