import { openSqlite } from "#platform/sqlite";

export type Miscount = { campaignId: string; subject: string };

const inState = (state: string) => `count(CASE WHEN deliveries."state" = '${state}' THEN 1 END)`;

/** Each kept count with how it is found in the rows. */
const counts: Readonly<Record<string, string>> = {
  queued: inState("queued"),
  sending: inState("sending"),
  deferred: inState("deferred"),
  sent: inState("sent"),
  failed: inState("failed"),
  uncertain: inState("uncertain"),
  skipped: inState("skipped"),
  opened: 'count(deliveries."openedAt")',
  machineOpened: 'count(deliveries."machineOpenedAt")',
  clicked: 'count(deliveries."clickedAt")',
};

const differs = Object.entries(counts).map(
  ([name, found]) => `coalesce(max(kept."${name}"), -1) <> ${found}`,
);

/** The same on every database. */
export const miscounts = `SELECT campaigns."id" AS "campaignId", campaigns."subject" AS "subject" FROM campaigns
    LEFT JOIN "campaignCounts" AS kept ON kept."campaignId" = campaigns."id"
    LEFT JOIN deliveries ON deliveries."campaignId" = campaigns."id"
  GROUP BY campaigns."id" HAVING ${differs.join(" OR ")} ORDER BY campaigns."id"`;

/**
 * Campaigns whose kept counts are not those of their rows, in a sound database file, without changing it and beside a
 * running server too. Looks at every delivery there is. Nothing is known of a database from before counts were kept.
 */
export function inspectCounts(file: string): Miscount[] {
  const client = openSqlite(file, "read");
  try {
    const isKept = client.query("SELECT 1 FROM sqlite_master WHERE name = 'campaignCounts'").get() !== null;
    if (!isKept) return [];
    return client.query<Miscount>(miscounts).all();
  } finally {
    client.close();
  }
}
