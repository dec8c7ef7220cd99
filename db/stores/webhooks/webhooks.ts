import { and, asc, count, eq, gt, inArray, ne, type SQLWrapper, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { webhookLimits } from "../../../contract/limits/api/webhooks.ts";
import type { Cause } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { WebhookDeliveryState, WebhookType } from "../../../contract/schemas/webhookTypes.ts";
import type { Builder, Database } from "../../database.ts";
import { isStill } from "../../isStill.ts";
import { notLeading } from "../../notLeading.ts";
import type { Tables } from "../../tables.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";

export type WebhookRow = Tables["webhooks"]["$inferSelect"];
export type WebhookKey = { workspaceId: WorkspaceId; id: string };
/** Without what only whoever sends to it writes. */
type NewWebhook = Omit<WebhookRow, "holder" | "leaseUntil" | "lease" | "deliveredAt">;
/** A job that is written in the same commit. */
type Telling = { job?: NewJob | null };
type WebhookSet = Partial<Pick<WebhookRow, "name" | "url" | "types">>;

/** The webhooks of workspaces. What each wants stands in a table of its own, as long as it is active. */
export function createWebhookStore(database: Database) {
  return { ...looking(database), ...changing(database), ...steering(database), ...removing(database) };
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

    /** How many of its events are in a state, counted up to `countMax`; a test of it is none. */
    async countOf(
      key: WebhookKey,
      { state, countMax }: { state: WebhookDeliveryState; countMax: number },
    ): Promise<number> {
      const rows = await read
        .select({ eventId: webhookDeliveries.eventId })
        .from(webhookDeliveries)
        .where(and(deliveriesIn(tables, key, state), isEvent(tables)))
        .limit(countMax);
      return rows.length;
    },

    /** Of the events that failed and wait for another try the one whose turn is next; null where there is none. */
    async nextAgain(
      key: WebhookKey,
      now: number,
    ): Promise<{ reason: NonNullable<Cause>; dueAt: number } | null> {
      const { reason, dueAt } = webhookDeliveries;
      const [row] = await read
        .select({ reason, dueAt })
        .from(webhookDeliveries)
        .where(and(deliveriesIn(tables, key, "waiting"), gt(dueAt, now)))
        .orderBy(asc(dueAt))
        .limit(1);
      return row === undefined || row.reason === null ? null : { reason: row.reason, dueAt: row.dueAt };
    },
  };
}

function changing({ atomically, tables }: Database) {
  const { webhooks } = tables;
  return {
    /** `allow` sees how many there are then; what it throws undoes the addition. With a job, such as a mail that tells of it. */
    async add(
      { job = null, ...row }: NewWebhook & Telling,
      allow: (webhookCount: number) => void,
    ): Promise<void> {
      await atomically(
        (write) => ({
          added: write.insert(webhooks).values(row),
          told: enqueueing(write, tables, job),
          ...wanting(write, tables, row),
          counts: write
            .select({ count: count() })
            .from(webhooks)
            .where(eq(webhooks.workspaceId, row.workspaceId)),
        }),
        ({ counts }) => allow(counts[0]?.count ?? 0),
      );
    },

    /** Null where there is none. With a job as above. @throws {Refusal} conflict where it is not as it is `known` any more. */
    async change(
      key: WebhookKey,
      {
        job = null,
        known,
        ...set
      }: WebhookSet & Telling & { known?: { [Name in keyof WebhookSet]?: unknown } | undefined },
    ): Promise<WebhookRow | null> {
      const { changed } = await atomically(
        (write) => ({
          changed: write
            .update(webhooks)
            .set(set)
            .where(and(owned(tables, key), isStill(webhooks, known)))
            .returning(),
          told: enqueueing(write, tables, job),
          // Those of a paused one are noted when it goes on.
          ...(set.types ? wanting(write, tables, { ...key, types: set.types }) : {}),
        }),
        ({ changed: found }) => {
          if (known && found.length === 0) throw refused("changed_meanwhile", { fields: Object.keys(known) });
        },
      );
      return changed[0] ?? null;
    },

    /**
     * The secret that it has by now becomes a former one, before those that still sign, with a blank between two: of two
     * rotations at once either secret is one that signs, and nobody knows which of them its receiver was given.
     */
    async rotate(
      key: WebhookKey,
      { secret, formerUntil, now }: { secret: string; formerUntil: number; now: number },
    ): Promise<WebhookRow | null> {
      const { secret: current, formerSecret, formerUntil: until } = webhooks;
      const isRoom = sql`length(${formerSecret}) < ${webhookLimits.formerSecretsChars}`;
      const former = sql`case when ${until} > ${now} and ${isRoom} then ${current} || ' ' || ${formerSecret} else ${current} end`;
      const { rotated } = await atomically((write) => ({
        rotated: write
          .update(webhooks)
          .set({ secret, formerSecret: former, formerUntil })
          .where(owned(tables, key))
          .returning(),
      }));
      return rotated[0] ?? null;
    },
  };
}

function steering({ atomically, tables }: Database) {
  const { webhooks, webhookWants, webhookDeliveries } = tables;
  return {
    /** Nothing new is noted for it, and nothing sent. With a job as above. */
    async pause(key: WebhookKey, { why, job = null }: { why: Cause } & Telling): Promise<WebhookRow | null> {
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
          .where(
            and(
              deliveriesOf(tables, key),
              eq(webhookDeliveries.state, "waiting"),
              gt(webhookDeliveries.dueAt, 0),
            ),
          ),
      }));
      return resumed[0] ?? null;
    },
  };
}

function removing({ read, atomically, tables }: Database) {
  const { webhooks, webhookWants, webhookDeliveries } = tables;
  return {
    /** Its log goes by `removeLog`. False where there is none. */
    async remove(key: WebhookKey): Promise<boolean> {
      const { removed } = await atomically((write) => ({
        removed: write.delete(webhooks).where(owned(tables, key)).returning({ id: webhooks.id }),
        wanted: write.delete(webhookWants).where(wantsOf(tables, key)),
      }));
      return removed.length === 1;
    },

    /** Throws away some of what became of its events; true where there may be more. */
    async removeLog(key: WebhookKey, countMax: number): Promise<boolean> {
      const some = read
        .select({ eventId: webhookDeliveries.eventId })
        .from(webhookDeliveries)
        .where(deliveriesOf(tables, key))
        .limit(countMax);
      const { gone } = await atomically((write) => ({
        gone: write
          .delete(webhookDeliveries)
          .where(and(deliveriesByEvent(tables, key), inArray(webhookDeliveries.eventId, some)))
          .returning({ eventId: webhookDeliveries.eventId }),
      }));
      return gone.length > 0;
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

/**
 * Those of a webhook in a state. What waits and what was given up has partial indexes, and SQLite takes one of those for a
 * state that stands there as the index says it, not for a value that is given, and where no index knows more of the other
 * columns; by the workspace there is one, of all that the webhook was ever told.
 */
export function deliveriesIn(
  { webhookDeliveries }: Tables,
  { workspaceId, id }: { workspaceId: SQLWrapper | string; id: SQLWrapper | string },
  state: WebhookDeliveryState,
) {
  const { webhookId, state: stands, workspaceId: of } = webhookDeliveries;
  const isOf = sql`${workspaceId} = ${state === "delivered" ? of : notLeading(of)}`;
  return and(eq(webhookId, id), isOf, sql`${stands} = ${sql.raw(`'${state}'`)}`);
}

/** Something happened: nobody waits for a test, which says at once what came of it. */
export function isEvent({ webhookDeliveries }: Tables) {
  return ne(webhookDeliveries.type, "webhook.test");
}

export function deliveriesOf({ webhookDeliveries }: Tables, { workspaceId, id }: WebhookKey) {
  return and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.webhookId, id));
}

/** The same where events are named beside it: found by those. */
export function deliveriesByEvent({ webhookDeliveries }: Tables, { workspaceId, id }: WebhookKey) {
  return and(eq(notLeading(webhookDeliveries.workspaceId), workspaceId), eq(webhookDeliveries.webhookId, id));
}
