import { minuteMs } from "./units.ts";

export const leadLimits = {
  collectionsPerLead: 50,
  collectionsPerUser: 500,
  /** Rows written in one transaction; between two of them other requests get their turn. */
  writeBatch: 500,
  /** Imported rows written in one transaction: each commit costs a sync to disk, each row a share of a stall. */
  importBatch: 1_000,
  /** Imports of one person that wait for the one under way. */
  importsWaiting: 32,
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
} as const;
