import type { Kit } from "../kit/sqlite.ts";

/** Files that people import. The counters change in the transaction of each slice, so they are true after any end. */
export const imports = ({ table, text, int, bool, json, index }: Kit) =>
  table(
    "imports",
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
      name: text().notNull(),
      state: text().notNull(),
      createdAt: int().notNull(),
      /** Also what the leads that it adds and updates carry as their time. */
      startedAt: int(),
      undoUntil: int(),
      /** The ids of the leads that it adds begin with this; their position in the staged rows follows. */
      idPrefix: text().notNull(),
      collectionId: text(),
      /** The import made that collection. */
      madeCollection: bool().notNull(),
      /** Different addresses in the file, and up to which of them everything is written. */
      staged: int().notNull(),
      written: int().notNull(),
      added: int().notNull(),
      updated: int().notNull(),
      skipped: int().notNull(),
      optedOut: int().notNull(),
      rejected: int().notNull(),
      fault: text(),
      rowCount: int().notNull(),
      /** What was read of the file; see `server/imports/thread/messages.ts`. */
      reading: json(),
      choice: json(),
      /** The first rejected rows, and how many of all did not fit the plan. */
      rejects: json(),
    },
    (job) => [
      index("imports_owner").on(job.ownerId, job.id),
      index("imports_state").on(job.state, job.createdAt),
    ],
  );
