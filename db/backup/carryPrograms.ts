import { keyLimits } from "../../contract/limits/identity.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { presentHas } from "./attached.ts";

/** Only of a workspace that is there, too: an installation that began anew knows of nobody's keys and webhooks. */
const known = "workspaceId IN (SELECT id FROM present.users)";

/**
 * Which keys were revoked, so that one that fell into wrong hands does not work again, and which webhooks were removed,
 * paused, aimed elsewhere or signed with another secret: nothing is told to whom the workspace tells nothing any more.
 * @returns how many webhooks are paused by that.
 */
export function carryPrograms(client: SqliteClient, { now }: { now: number }): number {
  if (presentHas(client, "apiKeys", "revokedAt")) carryRevoked(client, now);
  return presentHas(client, "webhooks", "formerUntil") ? carryWebhooks(client) : 0;
}

function carryRevoked(client: SqliteClient, now: number): void {
  client.exec(
    `UPDATE apiKeys SET revokedAt = said.revokedAt FROM present.apiKeys AS said
     WHERE said.id = apiKeys.id AND apiKeys.revokedAt IS NULL AND said.revokedAt IS NOT NULL`,
  );
  // One that was revoked long ago is forgotten there.
  client
    .query(
      `UPDATE apiKeys SET revokedAt = ? WHERE revokedAt IS NULL AND createdAt < ? AND ${known}
       AND id NOT IN (SELECT id FROM present.apiKeys)`,
    )
    .run(now, now - keyLimits.revokedMs);
}

function carryWebhooks(client: SqliteClient): number {
  const secret = "secret = said.secret, formerSecret = said.formerSecret, formerUntil = said.formerUntil";
  client.exec(
    `UPDATE webhooks SET ${secret} FROM present.webhooks AS said
     WHERE said.id = webhooks.id AND said.formerUntil > coalesce(webhooks.formerUntil, 0)`,
  );
  const paused = client
    .query<{ id: string }>(
      `UPDATE webhooks SET state = 'paused' WHERE state = 'active' AND ${known} AND NOT EXISTS (
         SELECT 1 FROM present.webhooks AS said
         WHERE said.id = webhooks.id AND said.url = webhooks.url AND said.state = 'active')
       RETURNING id`,
    )
    .all();
  client.exec("DELETE FROM webhookWants WHERE webhookId IN (SELECT id FROM webhooks WHERE state = 'paused')");
  return paused.length;
}
