import type { LedgerFile } from "./ledgerFile.ts";
import type { Delivery } from "./witnessed.ts";

/** A campaign whose kept counts are not what its rows say, or a lead whose mails are counted wrong; null where all add up. */
export function wrongSums({ client }: LedgerFile): string | null {
  const [wrong] = [sums, mailSums, lastMails].flatMap((sql) =>
    client.prepare<Record<string, unknown>>(sql).all(),
  );
  return wrong === undefined ? null : JSON.stringify(wrong);
}

/** A mail that is said to have gone from another account than it went from; null where there is none. */
export function wrongOrigin(
  { client }: LedgerFile,
  known: ReadonlyMap<string, Pick<Delivery, "takenBy">>,
): string | null {
  const all = client.prepare<{ id: string; accountId: string }>(sentFrom).all();
  const wrong = all.find(({ id, accountId }) => known.get(id)?.takenBy !== accountId);
  if (wrong === undefined) return null;
  return `${wrong.id} went from ${known.get(wrong.id)?.takenBy}, and is said to have gone from ${wrong.accountId}`;
}
const sentFrom = `SELECT deliveries.id, "credentialId" AS "accountId" FROM deliveries
  JOIN campaigns ON campaigns.id = deliveries."campaignId" WHERE deliveries.state = 'sent'`;

/** What a part is a part of. */
export function planOf({ client }: LedgerFile, id: string): string {
  const part = client.prepare<{ id: string | null }>('SELECT "planId" AS id FROM campaigns WHERE id = ?');
  return part.get(id)?.id ?? id;
}

/** What was sent to a lead has been counted, or is noted to be: once, through any kill. */
const mailSums = `SELECT leads.id, "emailCount", count(deliveries.id) AS sent, count("uncountedMails"."deliveryId") AS noted
  FROM leads LEFT JOIN deliveries ON deliveries."leadId" = leads.id AND deliveries.state = 'sent'
  LEFT JOIN "uncountedMails" ON "uncountedMails"."deliveryId" = deliveries.id
  GROUP BY leads.id HAVING "emailCount" + count("uncountedMails"."deliveryId") <> count(deliveries.id)`;

/** When a lead was last sent a mail is known no later than that mail is counted; segments and audiences go by it. */
const lastMails = `SELECT deliveries."leadId", max(deliveries."sentAt") AS sent, kept."lastSentAt" FROM deliveries
  LEFT JOIN "leadMails" AS kept ON kept."leadId" = deliveries."leadId" AND kept."workspaceId" = deliveries."workspaceId"
  WHERE deliveries."sentAt" IS NOT NULL AND deliveries."leadId" <> deliveries.id
    AND NOT EXISTS (SELECT 1 FROM "uncountedMails" WHERE "deliveryId" = deliveries.id)
  GROUP BY deliveries."leadId", kept."lastSentAt"
  HAVING kept."lastSentAt" IS NULL OR max(deliveries."sentAt") > kept."lastSentAt"`;

const states = ["queued", "sending", "deferred", "sent", "failed", "uncertain", "skipped"];
const counted = states.map((state) => `count(*) FILTER (WHERE state = '${state}') AS ${state}`).join(", ");
const differ = states.map((state) => `kept.${state} IS DISTINCT FROM found.${state}`).join(" OR ");
/** Campaigns whose kept counts are not those of their rows, whose rows are not as many as they say, and rows of none. */
const sums = `SELECT found.*, campaigns.state AS "campaignState", campaigns.total AS said
  FROM (SELECT "campaignId", count(*) AS total, ${counted} FROM deliveries GROUP BY "campaignId") AS found
  LEFT JOIN campaigns ON campaigns.id = found."campaignId"
  LEFT JOIN "campaignCounts" AS kept ON kept."campaignId" = found."campaignId"
  WHERE campaigns.state IS NULL OR (campaigns.state <> 'preparing' AND (campaigns.total <> found.total OR ${differ}))`;
