import type { Kit } from "../kit/sqlite.ts";

/** What is to be done, whoever does it and however often it takes. Written in the commit that causes it. */
export const jobs = ({ table, text, int, index, uniqueIndex }: Kit) =>
  table(
    "jobs",
    {
      id: text().primaryKey(),
      /** Empty for the installation's own. */
      workspaceId: text().notNull(),
      kind: text().notNull(),
      /** What there is at most one job of at a time; null where that does not matter. */
      key: text(),
      /** JSON, and no secret: a mail is told by whom it is for, a token is made when the job runs. */
      payload: text().notNull(),
      state: text().notNull(),
      /** Null for one that is not to run: it failed, or it runs already and nobody has asked for it again since. */
      dueAt: int(),
      /** How often it was begun. */
      attempts: int().notNull(),
      lastError: text(),
      /** The worker that has it, and until when it has to say that it is still there. */
      holder: text(),
      leaseUntil: int(),
      /** Grows with each new holder: what an earlier one says is refused. */
      lease: int().notNull(),
      createdAt: int().notNull(),
      failedAt: int(),
    },
    (job) => [
      uniqueIndex("jobs_key").on(job.key),
      index("jobs_due").on(job.state, job.dueAt),
      // However many of one kind wait, the first of each is found at once.
      index("jobs_next").on(job.kind, job.state, job.dueAt, job.id),
      index("jobs_workspace").on(job.workspaceId, job.kind),
    ],
  );
