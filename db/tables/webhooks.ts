import { sql } from "drizzle-orm";
import type { WebhookDeliveryState, WebhookState, WebhookType } from "../../contract/schemas/webhookTypes.ts";
import type { Kit } from "../kit/sqlite.ts";

/** Addresses that are told what happens in a workspace, and which process tells it just now. */
const webhooks = ({ table, text, int, json, cause, index }: Kit) =>
  table(
    "webhooks",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      url: text().notNull(),
      types: json().$type<WebhookType[]>().notNull(),
      /** Sealed, as is the one before it, which signs too until a moment. */
      secret: text().notNull(),
      formerSecret: text(),
      formerUntil: int(),
      state: text<WebhookState>().notNull(),
      /** Null while it is active. */
      pausedReason: cause(),
      createdAt: int().notNull(),
      /** When an event was delivered last. */
      deliveredAt: int(),
      /** The process that sends to it, until when it has to say that it is still there, and a number that grows with each. */
      holder: text(),
      leaseUntil: int(),
      lease: int().notNull().default(0),
    },
    (webhook) => [index("webhooks_owner").on(webhook.workspaceId, webhook.id)],
  );

/** What active webhooks want to be told: the one table that is asked when something happens, and nearly always empty. */
const webhookWants = ({ table, text, primaryKey, index }: Kit) =>
  table(
    "webhookWants",
    { workspaceId: text().notNull(), type: text<WebhookType>().notNull(), webhookId: text().notNull() },
    (want) => [
      primaryKey({ columns: [want.workspaceId, want.type, want.webhookId] }),
      index("webhook_wants_webhook").on(want.webhookId),
    ],
  );

/**
 * The outbox: what happened, written by the database itself in the commit that made it happen (`db/migrations/outbox/`),
 * and only where a webhook wants to be told of it.
 */
const webhookEvents = ({ table, text, int, index }: Kit) =>
  table(
    "webhookEvents",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      type: text<WebhookType | "webhook.test">().notNull(),
      /** Whose order its events have: the id of a lead, a delivery, a campaign, an import, an account. */
      subject: text().notNull(),
      /** When, in microseconds by the database's clock; on SQLite never less than one more than the last. */
      number: int().notNull(),
      /** The row that it happened to, as JSON, as that commit left it; null where it is asked when it is told. */
      row: text(),
      /** What is sent, byte for byte the same each time; null until it is sent first. */
      body: text(),
    },
    (event) => [
      index("webhook_events_owner").on(event.workspaceId, event.number),
      index("webhook_events_number").on(event.number),
    ],
  );

/** What became of each event with each webhook that wanted it; written in the same commit as the event. */
const webhookDeliveries = ({ table, text, int, cause, primaryKey, index }: Kit) =>
  table(
    "webhookDeliveries",
    {
      webhookId: text().notNull(),
      eventId: text().notNull(),
      workspaceId: text().notNull(),
      type: text<WebhookType | "webhook.test">().notNull(),
      subject: text().notNull(),
      number: int().notNull(),
      state: text<WebhookDeliveryState>().notNull(),
      /** Since it was last asked for. */
      attempts: int().notNull(),
      /** When it may go; 0 is at once. */
      dueAt: int().notNull(),
      triedAt: int(),
      tookMs: int(),
      /** What the receiver answered last; null where nothing came. */
      status: int(),
      reason: cause(),
      /** The beginning of that answer. */
      answer: text(),
    },
    (delivery) => [
      primaryKey({ columns: [delivery.webhookId, delivery.eventId] }),
      index("webhook_deliveries_owner").on(delivery.workspaceId, delivery.webhookId, delivery.number),
      index("webhook_deliveries_waiting")
        .on(delivery.webhookId, delivery.number)
        .where(sql`${delivery.state} = 'waiting'`),
      index("webhook_deliveries_due")
        .on(delivery.webhookId, delivery.dueAt)
        .where(sql`${delivery.state} = 'waiting'`),
      index("webhook_deliveries_given_up")
        .on(delivery.webhookId, delivery.number)
        .where(sql`${delivery.state} = 'given_up'`),
      index("webhook_deliveries_type").on(
        delivery.webhookId,
        delivery.type,
        delivery.number,
        delivery.eventId,
      ),
      index("webhook_deliveries_number").on(delivery.number),
    ],
  );

/** Where programs are told of what happens, what has happened, and what became of telling it. */
export function webhookTables(kit: Kit) {
  return {
    webhookDeliveries: webhookDeliveries(kit),
    webhookEvents: webhookEvents(kit),
    webhookWants: webhookWants(kit),
    webhooks: webhooks(kit),
  };
}
