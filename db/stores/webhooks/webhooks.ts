import { and, asc, count, eq, inArray, max, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Cause } from "../../../contract/reasons.ts";
import type { WebhookType } from "../../../contract/schemas/webhookTypes.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";

export type WebhookRow = Tables["webhooks"]["$inferSelect"];
export type WebhookKey = { workspaceId: WorkspaceId; id: string };
/** Without what only whoever sends to it writes. */
export type NewWebhook = Omit<WebhookRow, "holder" | "leaseUntil" | "lease">;
export type WebhookSet = Partial<
  Pick<WebhookRow, "name" | "url" | "types" | "secret" | "formerSecret" | "formerUntil">
>;

/** What came of a webhook's events, as its list tells it. */
export type WebhookCounts = { waiting: number; givenUp: number; deliveredAt: number | null };

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** The webhooks of workspaces. What each wants stands in a table of its own, as long as it is active. */
export function createWebhookStore(database: Database) {
  return { ...looking(database), ...changing(database) };
}

function looking({ read, tables }: Database) {
  const { webhooks, webhookDeliveries } = tables;
  return {
    /** The oldest first. */
    async ownedBy(workspaceId: WorkspaceId): Promise<WebhookRow[]> {
      return read
        .select()
        .from(webhooks)
        .where(eq(webhooks.workspaceId, workspaceId))
        .orderBy(asc(webhooks.id));
    },

    async one(key: WebhookKey): Promise<WebhookRow | null> {
      const [row] = await read.select().from(webhooks).where(owned(tables, key));
      return row ?? null;
    },

    /** By webhook; those without a delivery are not among them. */
    async countsOf(workspaceId: WorkspaceId, ids: readonly string[]): Promise<Map<string, WebhookCounts>> {
      if (ids.length === 0) return new Map();
      const { webhookId, state, triedAt } = webhookDeliveries;
      const rows = await read
        .select({ webhookId, state, count: count(), last: max(triedAt) })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.workspaceId, workspaceId), inArray(webhookId, [...ids])))
        .groupBy(webhookId, state);
      const counts = new Map<string, WebhookCounts>();
      for (const row of rows) {
        const of = counts.get(row.webhookId) ?? { waiting: 0, givenUp: 0, deliveredAt: null };
        if (row.state === "waiting") of.waiting = row.count;
        else if (row.state === "given_up") of.givenUp = row.count;
        else of.deliveredAt = row.last === null ? null : Number(row.last);
        counts.set(row.webhookId, of);
      }
      return counts;
    },
  };
}

function changing({ atomically, tables }: Database) {
  const { webhooks, webhookWants, webhookDeliveries } = tables;
  return {
    /** `allow` sees how many there are then; what it throws undoes the addition. */
    async add(row: NewWebhook, allow: (webhookCount: number) => void): Promise<void> {
      await atomically(
        (write) => ({
          added: write.insert(webhooks).values(row),
          ...wanting(write, tables, row),
          counts: write
            .select({ count: count() })
            .from(webhooks)
            .where(eq(webhooks.workspaceId, row.workspaceId)),
        }),
        ({ counts }) => allow(counts[0]?.count ?? 0),
      );
    },

    /** Null where there is none. */
    async change(key: WebhookKey, set: WebhookSet): Promise<WebhookRow | null> {
      const { changed } = await atomically((write) => ({
        changed: write.update(webhooks).set(set).where(owned(tables, key)).returning(),
        // Those of a paused one are noted when it goes on.
        ...(set.types ? wanting(write, tables, { ...key, types: set.types }) : {}),
      }));
      return changed[0] ?? null;
    },

    /** Nothing new is noted for it, and nothing sent. With a job, such as a mail that tells of it. */
    async pause(
      key: WebhookKey,
      { why, job = null }: { why: Cause; job?: NewJob | null },
    ): Promise<WebhookRow | null> {
      const isPausedNow = sql`exists (select 1 from ${webhooks} where ${owned(tables, key)} and ${webhooks.state} = 'active')`;
      const { paused } = await atomically((write) => ({
        told: enqueueing(write, tables, job, isPausedNow),
        paused: write
          .update(webhooks)
          .set({ state: "paused", pausedReason: why })
          .where(and(owned(tables, key), eq(webhooks.state, "active")))
          .returning(),
        wanted: write.delete(webhookWants).where(wantsOf(tables, key)),
      }));
      return paused[0] ?? null;
    },

    /** What waits goes at once. */
    async resume(key: WebhookKey, types: readonly WebhookType[]): Promise<WebhookRow | null> {
      const { resumed } = await atomically((write) => ({
        resumed: write
          .update(webhooks)
          .set({ state: "active", pausedReason: null })
          .where(owned(tables, key))
          .returning(),
        ...wanting(write, tables, { ...key, types }),
        due: write
          .update(webhookDeliveries)
          .set({ dueAt: 0, attempts: 0 })
          .where(and(deliveriesOf(tables, key), eq(webhookDeliveries.state, "waiting"))),
      }));
      return resumed[0] ?? null;
    },

    /** With its log. False where there is none. */
    async remove(key: WebhookKey): Promise<boolean> {
      const { removed } = await atomically((write) => ({
        removed: write.delete(webhooks).where(owned(tables, key)).returning({ id: webhooks.id }),
        wanted: write.delete(webhookWants).where(wantsOf(tables, key)),
        log: write.delete(webhookDeliveries).where(deliveriesOf(tables, key)),
      }));
      return removed.length === 1;
    },
  };
}

/** The statements after which a webhook wants these types and no others; nothing of one that is paused. */
function wanting(
  write: Builder,
  tables: Tables,
  {
    workspaceId,
    id,
    types,
  }: Pick<WebhookRow, "workspaceId" | "id" | "types"> | (WebhookKey & { types: readonly WebhookType[] }),
) {
  const { webhooks, webhookWants } = tables;
  const key = { workspaceId, id };
  return {
    unwanted: write.delete(webhookWants).where(wantsOf(tables, key)),
    wanted: types.map((type) =>
      write.insert(webhookWants).select(
        write
          .select({
            workspaceId: webhooks.workspaceId,
            type: sql<WebhookType>`cast(${type} as text)`.as("type"),
            webhookId: sql<string>`${webhooks.id}`.as("webhookId"),
          })
          .from(webhooks)
          .where(and(owned(tables, key), eq(webhooks.state, "active"))),
      ),
    ),
  };
}

export function owned({ webhooks }: Tables, { workspaceId, id }: WebhookKey) {
  return and(eq(webhooks.id, id), eq(webhooks.workspaceId, workspaceId));
}

function wantsOf({ webhookWants }: Tables, { workspaceId, id }: WebhookKey) {
  return and(eq(webhookWants.workspaceId, workspaceId), eq(webhookWants.webhookId, id));
}

export function deliveriesOf({ webhookDeliveries }: Tables, { workspaceId, id }: WebhookKey) {
  return and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.webhookId, id));
}
