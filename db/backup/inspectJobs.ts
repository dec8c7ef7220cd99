import { openSqlite } from "#platform/sqlite";
import { jobLimits } from "../../contract/limits/jobs.ts";

export type JobTrouble = {
  id: string;
  kind: string;
  attempts: number;
  lastError: string | null;
  /** It was given up; it should have begun by now; or whoever has it was not heard of for too long. */
  trouble: "failed" | "overdue" | "abandoned";
};

/** The query for jobs that somebody should know of, in words that both dialects have. */
export function jobTroubles(now: number): string {
  return `SELECT * FROM (
    SELECT id, kind, attempts, "lastError", CASE
      WHEN state = 'failed' THEN 'failed'
      WHEN state = 'queued' AND "dueAt" < ${now - jobLimits.overdueMs} THEN 'overdue'
      WHEN state = 'running' AND "leaseUntil" < ${now} THEN 'abandoned'
    END AS trouble FROM jobs
  ) AS looked WHERE trouble IS NOT NULL ORDER BY id`;
}

/**
 * Looks for them in a sound database file, without changing it and beside a running server too. There are none in one
 * from before there were jobs.
 */
export function inspectJobs(file: string, now: number): JobTrouble[] {
  const client = openSqlite(file, "read");
  try {
    if (client.query("SELECT 1 FROM sqlite_master WHERE name = 'jobs'").get() === null) return [];
    return client.query<JobTrouble>(jobTroubles(now)).all();
  } finally {
    client.close();
  }
}
