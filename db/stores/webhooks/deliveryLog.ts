import { and, eq, gte, inArray, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { WebhookDeliveryState, WebhookType } from "../../../contract/schemas/webhookTypes.ts";
import type { Database } from "../../database.ts";
import { databaseNow } from "../../databaseTime.ts";
import { behind, inOrder } from "../../keyset.ts";
import type { Tables } from "../../tables.ts";
import { deliveriesByEvent, deliveriesIn, deliveriesOf, isEvent, type WebhookKey } from "./webhooks.ts";

export type WebhookDeliveryRow = Tables["webhookDeliveries"]["$inferSelect"];

/** Events are numbered by the microsecond at which they were written down. */
export const momentOf = (number: number): number => Math.floor(number / 1000);
const numberAt = (moment: number): number => moment * 1000;

type LogQuery = WebhookKey & {
  state?: WebhookDeliveryState | undefined;
  type?: WebhookType | "webhook.test" | undefined;
  before: { number: number; eventId: string } | null;
  order?: "asc" | "desc" | undefined;
  sizeMax: number;
};

/** What became of each event with each webhook, until it is thrown away. */
export function createWebhookLogStore(database: Database) {
  return { ...looking(database), ...sendingAgain(database), ...forgetting(database) };
}

type Span = {
  from: number;
  to: number;
  states: readonly WebhookDeliveryState[];
  countMax: number;
};

function sendingAgain({ read, atomically, tables }: Database) {
  const { webhookDeliveries } = tables;

  const again = async (key: WebhookKey, which: SQL | undefined): Promise<number> => {
    const { due } = await atomically((write) => ({
      due: write
        .update(webhookDeliveries)
        .set({ state: "waiting", attempts: 0, dueAt: 0 })
        .where(and(deliveriesByEvent(tables, key), which))
        .returning({ eventId: webhookDeliveries.eventId }),
    }));
    return due.length;
  };

  return {
    /** False where it is not there. */
    async redeliver({ eventId, ...key }: WebhookKey & { eventId: string }): Promise<boolean> {
      return (await again(key, eq(webhookDeliveries.eventId, eventId))) === 1;
    },

    /** Answers how many of those that happened from one moment to another, both among them, go again; the oldest first. */
    async redeliverSpan({ from, to, states, countMax, ...key }: WebhookKey & Span): Promise<number> {
      return again(
        key,
        inArray(
          webhookDeliveries.eventId,
          read
            .select({ eventId: webhookDeliveries.eventId })
            .from(webhookDeliveries)
            .where(
              and(
                or(...states.map((state) => deliveriesIn(tables, key, state))),
                isEvent(tables),
                gte(webhookDeliveries.number, numberAt(from)),
                lt(webhookDeliveries.number, numberAt(to + 1)),
              ),
            )
            .orderBy(webhookDeliveries.number)
            .limit(countMax),
        ),
      );
    },
  };
}

function looking({ read, tables }: Database) {
  const { webhookDeliveries } = tables;
  const place = [webhookDeliveries.number, webhookDeliveries.eventId];
  return {
    /** The newest first unless asked. */
    async page({
      state,
      type,
      before,
      order = "desc",
      sizeMax,
      ...key
    }: LogQuery): Promise<WebhookDeliveryRow[]> {
      return read
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            state === undefined ? deliveriesOf(tables, key) : deliveriesIn(tables, key, state),
            type === undefined ? undefined : eq(webhookDeliveries.type, type),
            before === null ? undefined : behind(place, { order, place: [before.number, before.eventId] }),
          ),
        )
        .orderBy(...place.map((column) => inOrder(column, order)))
        .limit(sizeMax);
    },
  };
}

function forgetting({ read, atomically, tables }: Database) {
  const { webhookDeliveries, webhookEvents } = tables;
  return {
    /** Deletes events from before a moment, with their outcomes; true if there may be more. */
    async forget({ keptMs, countMax }: { keptMs: number; countMax: number }): Promise<boolean> {
      const before = sql`(${databaseNow(tables)} - ${keptMs}) * 1000`;
      const { id, number } = webhookEvents;
      const past = <Column extends typeof id | typeof number>(column: Column) =>
        read
          .select({ column })
          .from(webhookEvents)
          .where(lt(number, before))
          .orderBy(number, id)
          .limit(countMax);
      const outcomes = read
        .select({ one: sql`1` })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.number, number), eq(webhookDeliveries.eventId, id)));
      const { deliveries, events } = await atomically((write) => ({
        deliveries: write
          .delete(webhookDeliveries)
          // Found by their numbers, which are those of their events, since no index leads by the event.
          .where(
            and(
              inArray(webhookDeliveries.number, past(number)),
              inArray(webhookDeliveries.eventId, past(id)),
            ),
          )
          .returning({ eventId: webhookDeliveries.eventId }),
        events: write
          .delete(webhookEvents)
          // Between the two statements more expire: an event stays as long as anybody's outcome of it is there.
          .where(and(inArray(id, past(id)), notExists(outcomes)))
          .returning({ id }),
      }));
      return deliveries.length + events.length > 0;
    },
  };
}
