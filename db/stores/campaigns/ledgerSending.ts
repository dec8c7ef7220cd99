import { and, asc, eq, exists, gt, inArray, lte, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Reason } from "../../../contract/reasons.ts";
import { type Bound, type Builder, bound, type Database, following } from "../../database.ts";
import { isAmong } from "../../lockedRows.ts";
import type { Tables } from "../../tables.ts";
import { reasonColumns } from "./deliveryReason.ts";

export type DeliveryRow = Database["tables"]["deliveries"]["$inferSelect"];

/** A delivery on its way out, with what its lead says at this moment; `lead` is null once it was deleted. */
export type ClaimedDelivery = DeliveryRow & {
  lead: { firstName: string; lastName: string; phone: string; optout: boolean } | null;
};

/** Where a claim counted a mail against its account's budget. */
export type Booking = { credentialId: string; bucketAt: number };

/** What becomes of a delivery that was being sent; `unspent` gives back what it was booked with. */
export type Settlement = { id: string; leadId: string; unspent?: Booking | undefined } & (
  | { state: "sent"; reason: Reason; sentAt: number }
  | { state: "failed" | "uncertain" | "skipped"; reason: Reason }
  | { state: "deferred"; reason: Reason; dueAt: number }
  /** Back in the queue as if never tried: the account was at fault, not the recipient. */
  | { state: "queued" }
);

/** A delivery that is said to be on its way, and the account that its campaign goes out through. */
export type UnderWay = Pick<DeliveryRow, "id" | "leadId" | "campaignId" | "workspaceId"> & {
  credentialId: string;
};

export type Claim = {
  campaignId: string;
  credentialId: string;
  workspaceId: WorkspaceId;
  countMax: number;
  now: number;
  bucketAt: number;
};

/**
 * The hot path of sending: claims and outcomes, a handful of statements for every few mails. Their SQL is built
 * once, because building it took three times as long as running it.
 */
export function sending(database: Database) {
  return {
    /** Deliveries that are said to be on their way just now, of whatever campaign. */
    async underWay(): Promise<UnderWay[]> {
      return database.ask(bound(readAllUnderWay, {}));
    },

    /**
     * Writes what became of earlier mails and takes up to `countMax` more, in one commit. What it returns is
     * marked as being sent and counted against the account's budget before anything goes over the wire.
     */
    async settleAndClaim(settled: readonly Settlement[], claim: Claim | null): Promise<ClaimedDelivery[]> {
      const settling = settled.flatMap(settle);
      if (claim === null) {
        if (settling.length > 0) await database.atomically(() => ({ settling }));
        return [];
      }
      const { taken, underWay } = await database.atomically(() => ({
        // First, so that what goes back to the queue and is taken again at once is under way, and not in the queue.
        settling,
        taken: bound(takeDue, claim),
        booked: following(book, ({ taken }: { taken: readonly unknown[] }) => ({
          ...claim,
          count: taken.length,
        })),
        underWay: bound(readUnderWay, claim),
      }));
      const ids = new Set(taken.map((row) => row.id));
      return underWay
        .filter((row) => ids.has(row.delivery.id))
        .map((row) => ({ ...row.delivery, lead: row.lead }));
    },
  };
}

const value = sql.placeholder;

/** What of a campaign waits to be sent. */
const waits = ({ deliveries }: Tables) => inArray(deliveries.state, ["deferred", "queued"]);

/** What may be sent now, put-off mails first. */
function due(builder: Builder, tables: Tables) {
  const { deliveries, campaigns } = tables;
  // Looked at again inside the claim: a pause or cancel that was answered must let nothing further out, nor an account
  // anything that goes out through another one by now.
  const isRunning = builder
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.id, value("campaignId")),
        eq(campaigns.credentialId, value("credentialId")),
        eq(campaigns.state, "running"),
      ),
    );
  return builder
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.campaignId, value("campaignId")),
        waits(tables),
        lte(deliveries.dueAt, value("now")),
        isAmong(deliveries.campaignId, isRunning, { tables, as: "kept" }),
      ),
    )
    .orderBy(asc(deliveries.state), asc(deliveries.dueAt))
    .limit(value("countMax"));
}

/** Counts what was taken, before anything of it goes over the wire. */
function book(builder: Builder, { usage }: Tables) {
  return builder
    .insert(usage)
    .values({
      credentialId: value("credentialId"),
      bucketAt: value("bucketAt"),
      count: value("count"),
      workspaceId: value("workspaceId"),
    })
    .onConflictDoUpdate({
      target: [usage.credentialId, usage.bucketAt],
      set: { count: sql`${usage.count} + excluded.count` },
    });
}

function takeDue(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return (
    builder
      .update(deliveries)
      .set({
        state: "sending",
        attempts: sql`${deliveries.attempts} + 1`,
        firstTriedAt: sql`coalesce(${deliveries.firstTriedAt}, ${value("now")})`,
      })
      // Asked of the row itself as well: another sender may have taken it since the query found it.
      .where(and(isAmong(deliveries.id, due(builder, tables), { tables, as: "taken" }), waits(tables)))
      .returning({ id: deliveries.id })
  );
}

function readUnderWay(builder: Builder, { deliveries, leads }: Tables) {
  const { firstName, lastName, phone, optout } = leads;
  return builder
    .select({ delivery: deliveries, lead: { firstName, lastName, phone, optout } })
    .from(deliveries)
    .leftJoin(leads, and(eq(leads.id, deliveries.leadId), eq(leads.workspaceId, deliveries.workspaceId)))
    .where(and(eq(deliveries.campaignId, value("campaignId")), eq(deliveries.state, "sending")));
}

/** Found by the counts: most campaigns have none, and no index knows the states of all. */
function readAllUnderWay(builder: Builder, { deliveries, campaigns, campaignCounts }: Tables) {
  const { id, leadId, campaignId, workspaceId } = deliveries;
  const { credentialId } = campaigns;
  const withSome = builder
    .select({ id: campaignCounts.campaignId })
    .from(campaignCounts)
    .where(gt(campaignCounts.sending, 0));
  return builder
    .select({ id, leadId, campaignId, workspaceId, credentialId })
    .from(deliveries)
    .innerJoin(campaigns, eq(campaigns.id, deliveries.campaignId))
    .where(and(inArray(deliveries.campaignId, withSome), eq(deliveries.state, "sending")));
}

/** Only a delivery that is being sent can be settled, so a late or doubled outcome changes nothing. */
function settle(one: Settlement): Bound<unknown>[] {
  // Before the delivery moves on, so that what is settled once is given back once.
  const back = one.unspent ? [bound(giveBack, { id: one.id, ...one.unspent })] : [];
  return [...back, ...moveOn(one)];
}

function moveOn(one: Settlement): Bound<unknown>[] {
  switch (one.state) {
    case "sent":
      return [bound(countForLead, one), bound(settleSent, { ...one, ...written(one.reason) })];
    case "deferred":
      return [bound(settleDeferred, { ...one, ...written(one.reason) })];
    case "queued":
      return [bound(settleQueued, one)];
    default:
      return [bound(settleEnded, { ...one, ...written(one.reason) })];
  }
}

/** A reason as the values of a statement that is built once: what the driver takes for JSON is its text. */
function written(reason: Reason) {
  const { reasonParams, ...columns } = reasonColumns(reason);
  return { ...columns, reasonParams: reasonParams && JSON.stringify(reasonParams) };
}

const reasonSet = {
  reasonCode: sql`${value("reasonCode")}`,
  reasonParams: sql`${value("reasonParams")}`,
  reply: sql`${value("reply")}`,
};

const isSending = ({ deliveries }: Tables) =>
  and(eq(deliveries.id, value("id")), eq(deliveries.state, "sending"));

function giveBack(builder: Builder, tables: Tables) {
  const { usage, deliveries } = tables;
  const underWay = builder.select({ id: deliveries.id }).from(deliveries).where(isSending(tables));
  return builder
    .update(usage)
    .set({ count: sql`${usage.count} - 1` })
    .where(
      and(
        eq(usage.credentialId, value("credentialId")),
        eq(usage.bucketAt, value("bucketAt")),
        gt(usage.count, 0),
        exists(underWay),
      ),
    );
}

function countForLead(builder: Builder, tables: Tables) {
  const { leads, deliveries } = tables;
  const sendingTo = builder.select({ id: deliveries.leadId }).from(deliveries).where(isSending(tables));
  return builder
    .update(leads)
    .set({ emailCount: sql`${leads.emailCount} + 1` })
    .where(and(eq(leads.id, value("leadId")), inArray(leads.id, sendingTo)));
}

function settleSent(builder: Builder, tables: Tables) {
  return builder
    .update(tables.deliveries)
    .set({ state: "sent", ...reasonSet, sentAt: sql`${value("sentAt")}` })
    .where(isSending(tables));
}

function settleDeferred(builder: Builder, tables: Tables) {
  return builder
    .update(tables.deliveries)
    .set({ state: "deferred", ...reasonSet, dueAt: sql`${value("dueAt")}` })
    .where(isSending(tables));
}

function settleQueued(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return builder
    .update(deliveries)
    .set({
      state: "queued",
      ...reasonColumns(null),
      attempts: sql`${deliveries.attempts} - 1`,
      firstTriedAt: sql`case when ${deliveries.attempts} = 1 then null else ${deliveries.firstTriedAt} end`,
    })
    .where(isSending(tables));
}

function settleEnded(builder: Builder, tables: Tables) {
  return builder
    .update(tables.deliveries)
    .set({ state: sql`${value("state")}`, ...reasonSet })
    .where(isSending(tables));
}
