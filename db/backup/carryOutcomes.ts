import type { SqliteClient } from "../../platform/sqlite.ts";
import { columnsOf, counted } from "./attached.ts";
import type { Spelled } from "./carryOptOuts.ts";

/** Mails whose end the restored database now knows, by how they ended; and campaigns that it cannot know. */
export type CarriedOutcomes = {
  sent: number;
  uncertain: number;
  others: number;
  /** Begun since, and not in it. */
  unknownCampaigns: number;
};

/**
 * What a delivery has come to, as a number that only grows: a mail that was sent, or may have been, is never sent again
 * because a database tells of the time before. One that is being sent is told as uncertain at the next start.
 */
export const rank = (
  state: string,
) => `CASE ${state} WHEN 'sent' THEN 4 WHEN 'uncertain' THEN 3 WHEN 'sending' THEN 3
  WHEN 'failed' THEN 2 WHEN 'skipped' THEN 2 WHEN 'deferred' THEN 1 ELSE 0 END`;

/** What a row takes over with its state, where the database from before has it: an older one knows no codes. */
const columns = [
  "reasonCode",
  "reasonParams",
  "reply",
  "attempts",
  "dueAt",
  "firstTriedAt",
  "sentAt",
] as const;

/**
 * Carries what became of mails over from the database `present`, where the restored one is behind, by the ids of the
 * deliveries; and what the accounts have sent, so that no budget is spent twice, be it for campaigns that the backup
 * does not know. Such campaigns themselves stay behind: nothing is sent of them again. Kept counts follow by
 * triggers, and by notes of mails that are still to be counted.
 */
export function carryOutcomes(client: SqliteClient, workspace: Spelled["workspace"]): CarriedOutcomes {
  client.exec(`CREATE TEMP TABLE behind AS SELECT p.id AS id, d.leadId AS leadId, d.workspaceId AS workspaceId,
      p.state AS state FROM present.deliveries AS p JOIN deliveries AS d ON d.id = p.id AND d.workspaceId = p.${workspace}
    WHERE d.state = 'sending' OR ${rank("p.state")} > ${rank("d.state")}`);
  const known = new Set(columnsOf(client, "deliveries", "present"));
  const taken = columns.map((name) => `${name} = ${known.has(name) ? `p.${name}` : "NULL"}`);
  client.exec(`UPDATE deliveries SET state = p.state, ${taken.join(", ")} FROM present.deliveries AS p
    WHERE p.id = deliveries.id AND deliveries.id IN (SELECT id FROM temp.behind)`);
  // Counted at the next start, for their leads, by the minute and by the domain, as those of a server that was killed are.
  client.exec(`INSERT OR IGNORE INTO uncountedMails (deliveryId, leadId, workspaceId)
    SELECT id, leadId, workspaceId FROM temp.behind WHERE state = 'sent'`);
  // Whose an account is stands with it: older rows of what was sent do not say so.
  client.exec(`INSERT INTO usage (credentialId, bucketAt, count, workspaceId)
    SELECT p.credentialId, p.bucketAt, p.count, c.workspaceId
    FROM present.usage AS p JOIN credentials AS c ON c.id = p.credentialId WHERE true
    ON CONFLICT (credentialId, bucketAt) DO UPDATE SET count = max(count, excluded.count)`);
  const inStates = (...states: string[]) =>
    counted(client, `temp.behind WHERE state IN (${states.map((state) => `'${state}'`).join(", ")})`);
  return {
    sent: inStates("sent"),
    uncertain: inStates("uncertain", "sending"),
    others: inStates("failed", "skipped", "deferred", "queued"),
    unknownCampaigns: counted(
      client,
      `present.campaigns WHERE state <> 'preparing' AND id NOT IN (SELECT id FROM campaigns)
        AND ${workspace} IN (SELECT id FROM users)`,
    ),
  };
}
