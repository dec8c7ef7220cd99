import { openSqlite } from "#platform/sqlite";
import { clockMetaKeys } from "../stores/installation/meta.ts";

export type TimesInspection = {
  /** The latest time that the installation has seen, or null before it has seen one. */
  latest: number | null;
  /** When its clock was last set, and by how much. */
  step: { at: number; byMs: number } | null;
  /** Rows whose time lies after `until`, though they say when something happened. */
  aheadCount: number;
};

/** The same on every database; "$1" stands for the time after which nothing can have happened yet. */
export const timesAhead = `SELECT (SELECT count(*) FROM usage WHERE "bucketAt" > $1 AND count > 0)
    + (SELECT count(*) FROM sessions WHERE "lastSeenAt" > $1 OR "createdAt" > $1)
    + (SELECT count(*) FROM deliveries WHERE state = 'queued' AND "dueAt" > $1
         AND "campaignId" IN (SELECT id FROM campaigns WHERE state IN ('running', 'paused'))) AS count`;

/** Looks at the times in a sound database file without changing it, beside a running server too. */
export function inspectTimes(file: string, until: number): TimesInspection {
  const client = openSqlite(file, "read");
  const meta = (key: string): unknown => {
    const row = client.query<{ value: string }>("SELECT value FROM meta WHERE key = ?").get(key);
    return row === null ? null : JSON.parse(row.value);
  };
  try {
    const ahead = client.query<{ count: number }>(timesAhead.replaceAll("$1", "?1"));
    return timesOf(meta, ahead.get(until)?.count ?? 0);
  } finally {
    client.close();
  }
}

/** What is said of the times by what an installation has noted of its clock. */
export function timesOf(meta: (key: string) => unknown, aheadCount: number): TimesInspection {
  const latest = meta(clockMetaKeys.latest);
  const step = meta(clockMetaKeys.step) as TimesInspection["step"];
  return {
    latest: typeof latest === "number" ? latest : null,
    step: typeof step?.at === "number" && typeof step.byMs === "number" ? step : null,
    aheadCount,
  };
}
