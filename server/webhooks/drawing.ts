import { Refusal } from "../../contract/errors.ts";
import type { Scope } from "../../contract/identity/scope.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { Credential } from "../../contract/schemas/credential.ts";
import type { ImportJob } from "../../contract/schemas/imports.ts";
import type { Lead } from "../../contract/schemas/lead.ts";
import type { DeliveryOfEvent } from "../../contract/schemas/webhooks.ts";
import { momentOf } from "../../db/stores/webhooks/deliveryLog.ts";
import type { WebhookEventRow } from "../../db/stores/webhooks/outbox.ts";

type Key = Scope & { id: string };

/** How other domains represent what events are about, exactly as in the answers to their calls. Each throws {Refusal} not_found. */
export type Shown = {
  lead(scope: Scope, row: Record<string, unknown>): Promise<Lead>;
  delivery(scope: Scope, row: Record<string, unknown>): Promise<DeliveryOfEvent>;
  campaign(key: Key): Promise<Campaign>;
  import(key: Key): Promise<ImportJob>;
  account(key: Key): Promise<Credential>;
};

export type DrawBody = (event: WebhookEventRow) => Promise<string>;

/**
 * The body of an event. Leads and deliveries are as they were after the commit that caused the event; a campaign, an
 * import and an account are as they are when the event is first sent, which is a moment later.
 */
export function createDrawing(shown: Shown): DrawBody {
  return async (event) => {
    const { id, type, subject, number, workspaceId } = event;
    const scope: Scope = { workspaceId, userId: "", role: "owner" };
    const timestamp = new Date(momentOf(number)).toISOString();
    const data = await dataOf(shown, scope, event);
    return JSON.stringify({ id, type, timestamp, subject, number, data });
  };
}

async function dataOf(shown: Shown, scope: Scope, { type, subject, row }: WebhookEventRow): Promise<unknown> {
  const [about] = type.split(".");
  const kept = row === null ? {} : (JSON.parse(row) as Record<string, unknown>);
  if (about === "lead") return shown.lead(scope, kept);
  if (about === "delivery") return shown.delivery(scope, kept);
  const key = { ...scope, id: subject };
  try {
    if (about === "campaign") return await shown.campaign(key);
    if (about === "import") return await shown.import(key);
    return await shown.account(key);
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") return { _id: subject, deleted: true };
    throw error;
  }
}
