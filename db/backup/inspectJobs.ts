import { openSqlite } from "#platform/sqlite";

export type JobTrouble = {
  id: string;
  kind: string;
  attempts: number;
  lastError: string | null;
  /** It was given up; it should have begun by now; or whoever has it was not heard of for too long. */
  trouble: "failed" | "overdue" | "abandoned";
};

export type JobsAt = { now: number; overdueBefore: number };

/** The query for jobs that somebody should know of, in words that both dialects have. */
export function jobTroubles({ now, overdueBefore }: JobsAt): string {
  return `SELECT * FROM (
    SELECT id, kind, attempts, "lastError", CASE
      WHEN state = 'failed' THEN 'failed'
      WHEN state = 'queued' AND "dueAt" < ${overdueBefore} THEN 'overdue'
      WHEN state = 'running' AND "leaseUntil" < ${now} THEN 'abandoned'
    END AS trouble FROM jobs
  ) AS looked WHERE trouble IS NOT NULL ORDER BY id`;
}

/**
 * Looks for them in a sound database file, without changing it and beside a running server too. There are none in one
 * from before there were jobs.
 */
export function inspectJobs(file: string, at: JobsAt): JobTrouble[] {
  const client = openSqlite(file, "read");
  try {
    if (client.query("SELECT 1 FROM sqlite_master WHERE name = 'jobs'").get() === null) return [];
    return client.query<JobTrouble>(jobTroubles(at)).all();
  } finally {
    client.close();
  }
}
