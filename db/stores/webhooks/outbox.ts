import { and, asc, eq, exists, gt, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Status } from "../../../contract/plans.ts";
import type { Cause } from "../../../contract/reasons.ts";
import type { Database } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { deliveriesByEvent, deliveriesIn, owned, type WebhookKey, type WebhookRow } from "./webhooks.ts";

export type WebhookEventRow = Tables["webhookEvents"]["$inferSelect"];
/** An event that is to be sent, and how often that was tried. */
export type DueEvent = WebhookEventRow & { attempts: number };

/** Which process sends to a webhook; what an earlier one says is refused. */
export type WebhookTicket = WebhookKey & { lease: number };

/** What came of one try. */
export type Attempted = {
  eventId: string;
  state: "waiting" | "delivered" | "given_up";
  dueAt: number;
  triedAt: number;
  tookMs: number;
  status: number | null;
  reason: Cause | null;
  answer: string | null;
  /** It was tried before its time, so that this failure brings the end of its tries no nearer. */
  isExtra?: boolean;
};

export type WebhookOutbox = ReturnType<typeof createWebhookOutbox>;

/**
 * What waits to be told, and who tells it. Events are written by the database itself, in the commit that causes them; see
 * `db/migrations/outbox/`. Times are the clock's of whoever asks.
 */
export function createWebhookOutbox(database: Database) {
  return { ...leasing(database), ...finding(database), ...hurrying(database), ...settling(database) };
}

type Due = {
  now: number;
  countMax: number;
  statuses: readonly Status[];
  /** Only those that were never tried. */
  isUntried?: boolean;
};
type Ready = { now: number; holder: string; statuses: readonly Status[] };

function leasing({ read, atomically, tables }: Database) {
  const { webhooks, webhookDeliveries } = tables;
  return {
    /** Active ones with something due that no other process has, of owners whose plan has them. */
    async ready({ now, holder, statuses }: Ready): Promise<WebhookKey[]> {
      const isDue = read
        .select({ one: sql`1` })
        .from(webhookDeliveries)
        .where(and(deliveriesIn(tables, webhooks, "waiting"), lte(webhookDeliveries.dueAt, now)));
      return read
        .select({ workspaceId: webhooks.workspaceId, id: webhooks.id })
        .from(webhooks)
        .where(
          and(
            eq(webhooks.state, "active"),
            isFree(tables, { now, holder }),
            exists(isDue),
            mayBeTold(read, tables, statuses),
          ),
        );
    },

    /** Null where another process has it, or it is active no more. */
    async take(
      key: WebhookKey,
      { now, holder, leaseUntil }: { now: number; holder: string; leaseUntil: number },
    ): Promise<WebhookRow | null> {
      const { taken } = await atomically((write) => ({
        taken: write
          .update(webhooks)
          .set({ holder, leaseUntil, lease: sql`${webhooks.lease} + 1` })
          .where(and(owned(tables, key), eq(webhooks.state, "active"), isFree(tables, { now, holder })))
          .returning(),
      }));
      return taken[0] ?? null;
    },

    /** The webhook as it is by now; null where it is somebody else's, was paused, removed, or has no plan any more. */
    async extend(
      ticket: WebhookTicket,
      { leaseUntil, statuses }: { leaseUntil: number; statuses: readonly Status[] },
    ): Promise<WebhookRow | null> {
      const { extended } = await atomically((write) => ({
        extended: write
          .update(webhooks)
          .set({ leaseUntil })
          .where(and(isHeldBy(tables, ticket), mayBeTold(write, tables, statuses)))
          .returning(),
      }));
      return extended[0] ?? null;
    },

    async release(ticket: WebhookTicket): Promise<void> {
      await atomically((write) => ({
        released: write
          .update(webhooks)
          .set({ holder: null, leaseUntil: null })
          .where(and(owned(tables, ticket), eq(webhooks.lease, ticket.lease))),
      }));
    },
  };
}

function finding({ read, atomically, tables }: Database) {
  const { webhooks, webhookDeliveries, webhookEvents } = tables;
  return {
    /** Those of a webhook that are due, in the order in which they happened; none where it may not be sent to any more. */
    async due(key: WebhookTicket, { now, countMax, statuses, isUntried = false }: Due): Promise<DueEvent[]> {
      const rows = await read
        .select({ event: webhookEvents, attempts: webhookDeliveries.attempts })
        .from(webhookDeliveries)
        .innerJoin(
          webhookEvents,
          and(
            eq(webhookEvents.id, webhookDeliveries.eventId),
            eq(webhookEvents.workspaceId, webhookDeliveries.workspaceId),
          ),
        )
        .where(
          and(
            deliveriesIn(tables, key, "waiting"),
            // So that they are read in their order: to sort all that waits each time takes long after an outage.
            sql`${webhookDeliveries.dueAt} + 0 <= ${now}`,
            isUntried ? eq(webhookDeliveries.attempts, 0) : undefined,
            // Asked once, and not as `exists`, which SQLite would begin with and then sort.
            sql`${read
              .select({ one: sql`1` })
              .from(webhooks)
              .where(and(isHeldBy(tables, key), mayBeTold(read, tables, statuses)))} = 1`,
          ),
        )
        .orderBy(asc(webhookDeliveries.number))
        .limit(countMax);
      return rows.map(({ event, attempts }) => ({ ...event, attempts }));
    },

    /** Keeps what is sent of events, so that it is the same each time. Of two at once the first counts, and is answered. */
    async keepBodies(
      workspaceId: WorkspaceId,
      bodies: ReadonlyMap<string, string>,
    ): Promise<Map<string, string>> {
      const ids = [...bodies.keys()];
      const { kept } = await atomically((write) => ({
        written: [...bodies].map(([id, body]) =>
          write
            .update(webhookEvents)
            .set({ body, row: null })
            .where(
              and(
                eq(webhookEvents.id, id),
                eq(webhookEvents.workspaceId, workspaceId),
                isNull(webhookEvents.body),
              ),
            ),
        ),
        kept: write
          .select({ id: webhookEvents.id, body: webhookEvents.body })
          .from(webhookEvents)
          .where(and(eq(webhookEvents.workspaceId, workspaceId), isListed(tables, webhookEvents.id, ids))),
      }));
      return new Map(kept.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])));
    },
  };
}

function hurrying({ read, atomically, tables }: Database) {
  const { webhookDeliveries } = tables;
  return {
    /** What waits for its next try goes now, or only the one whose time would come first; answers the ids of their events. */
    async hurry(
      ticket: WebhookTicket,
      { which, now }: { which: "one" | "all"; now: number },
    ): Promise<string[]> {
      const isLater = gt(webhookDeliveries.dueAt, now);
      const waits = and(deliveriesIn(tables, ticket, "waiting"), isLater);
      const first = read
        .select({ eventId: webhookDeliveries.eventId })
        .from(webhookDeliveries)
        .where(waits)
        .orderBy(asc(webhookDeliveries.dueAt))
        .limit(1);
      const { hurried } = await atomically((write) => ({
        hurried: write
          .update(webhookDeliveries)
          .set({ dueAt: 0 })
          .where(
            which === "all"
              ? waits
              : and(
                  deliveriesByEvent(tables, ticket),
                  inArray(webhookDeliveries.eventId, first),
                  eq(webhookDeliveries.state, "waiting"),
                  isLater,
                ),
          )
          .returning({ eventId: webhookDeliveries.eventId }),
      }));
      return hurried.map(({ eventId }) => eventId);
    },
  };
}

function settling({ read, atomically, tables }: Database) {
  const { webhooks, webhookDeliveries, webhookEvents } = tables;
  return {
    /** Writes what came of tries, if the webhook is still whose ticket it is; what is not written is tried again. */
    async settle(ticket: WebhookTicket, attempts: readonly Attempted[]): Promise<void> {
      const isHeld = exists(
        read
          .select({ one: sql`1` })
          .from(webhooks)
          .where(and(owned(tables, ticket), eq(webhooks.lease, ticket.lease))),
      );
      const delivered = attempts.filter(({ state }) => state === "delivered").map(({ triedAt }) => triedAt);
      await atomically((write) => ({
        told:
          delivered.length === 0
            ? []
            : [
                write
                  .update(webhooks)
                  .set({ deliveredAt: Math.max(...delivered) })
                  .where(and(owned(tables, ticket), eq(webhooks.lease, ticket.lease))),
              ],
        settled: attempts.map(({ eventId, isExtra = false, ...came }) =>
          write
            .update(webhookDeliveries)
            .set({ ...came, ...(isExtra ? {} : { attempts: sql`${webhookDeliveries.attempts} + 1` }) })
            .where(and(deliveriesByEvent(tables, ticket), eq(webhookDeliveries.eventId, eventId), isHeld)),
        ),
      }));
    },

    /** An event that nothing caused but a person who tries a webhook; answers it as it is sent. */
    async addTest(
      event: { id: string; key: WebhookKey; body: string } & Omit<Attempted, "eventId">,
    ): Promise<void> {
      const { id, key, body, ...came } = event;
      const number = event.triedAt * 1000;
      const shared = { workspaceId: key.workspaceId, type: "webhook.test" as const, subject: key.id, number };
      await atomically((write) => ({
        told:
          came.state === "delivered"
            ? [write.update(webhooks).set({ deliveredAt: came.triedAt }).where(owned(tables, key))]
            : [],
        event: write.insert(webhookEvents).values({ ...shared, id, row: null, body }),
        delivery: write
          .insert(webhookDeliveries)
          .values({ ...shared, ...came, webhookId: key.id, eventId: id, attempts: 1 }),
      }));
    },
  };
}

function isHeldBy(tables: Tables, ticket: WebhookTicket): SQL | undefined {
  const { webhooks } = tables;
  return and(owned(tables, ticket), eq(webhooks.lease, ticket.lease), eq(webhooks.state, "active"));
}

/** Nobody's, one's own, or that of a process that has been silent for too long. */
function isFree({ webhooks }: Tables, { now, holder }: { now: number; holder: string }): SQL | undefined {
  return or(isNull(webhooks.leaseUntil), lt(webhooks.leaseUntil, now), eq(webhooks.holder, holder));
}

/** Whether the plan of the workspace's owner has webhooks. */
function mayBeTold(
  builder: Pick<Database["read"], "select">,
  { webhooks, workspaceMembers, users }: Tables,
  statuses: readonly Status[],
): SQL {
  return exists(
    builder
      .select({ one: sql`1` })
      .from(workspaceMembers)
      .innerJoin(users, eq(users.id, workspaceMembers.userId))
      .where(
        and(
          eq(workspaceMembers.workspaceId, webhooks.workspaceId),
          eq(workspaceMembers.role, "owner"),
          or(inArray(users.status, [...statuses]), eq(users.role, "admin")),
        ),
      ),
  );
}
