import { and, asc, count, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { Counts, DeliveryState } from "../../contract/schemas/campaign.ts";
import type { Builder, Database, Statement } from "../database.ts";

export type DeliveryRow = Database["tables"]["deliveries"]["$inferSelect"];
export type NewDelivery = Database["tables"]["deliveries"]["$inferInsert"];

/** A delivery on its way out, with what its lead says at this moment; `lead` is null once it was deleted. */
export type ClaimedDelivery = DeliveryRow & {
  lead: { firstName: string; lastName: string; phone: string; optout: boolean } | null;
};

/** What becomes of a delivery that was being sent. */
export type Settlement = { id: string; leadId: string } & (
  | { state: "sent"; reason: string; sentAt: number }
  | { state: "failed" | "uncertain" | "skipped"; reason: string }
  | { state: "deferred"; reason: string; dueAt: number }
  /** Back in the queue as if never tried: the account was at fault, not the recipient. */
  | { state: "queued" }
);

export type Claim = {
  campaignId: string;
  credentialId: string;
  countMax: number;
  now: number;
  bucketAt: number;
};

export type Ledger = ReturnType<typeof createLedger>;

const noCounts: Counts = {
  queued: 0,
  sending: 0,
  deferred: 0,
  sent: 0,
  failed: 0,
  uncertain: 0,
  skipped: 0,
};

/** The recipient ledger: every move of every delivery is one of these functions. */
export function createLedger(database: Database) {
  return { ...sending(database), ...looking(database), ...moving(database) };
}

function sending(database: Database) {
  const { tables } = database;
  return {
    /**
     * Writes what became of earlier mails and takes up to `countMax` more, in one commit. What it returns is
     * marked as being sent and counted against the account's budget before anything goes over the wire.
     */
    async settleAndClaim(settled: readonly Settlement[], claim: Claim | null): Promise<ClaimedDelivery[]> {
      if (claim === null) {
        if (settled.length > 0)
          await database.atomically((write) => settled.flatMap((one) => settle(write, tables, one)));
        return [];
      }
      const results = await database.atomically((write) => [
        take(write, tables, claim).counted,
        take(write, tables, claim).taken,
        inFlight(write, tables, claim.campaignId),
        ...settled.flatMap((one) => settle(write, tables, one)),
      ]);
      const taken = new Set((results[1] as { id: string }[]).map((row) => row.id));
      const rows = results[2] as { delivery: DeliveryRow; lead: ClaimedDelivery["lead"] }[];
      return rows
        .filter((row) => taken.has(row.delivery.id))
        .map((row) => ({ ...row.delivery, lead: row.lead }));
    },

    async add(rows: readonly NewDelivery[]): Promise<void> {
      await database.atomically((write) => [
        write
          .insert(tables.deliveries)
          .values([...rows])
          .onConflictDoNothing(),
      ]);
    },
  };
}

function looking(database: Database) {
  const { read } = database;
  const { deliveries } = database.tables;
  return {
    async countsOf(campaignId: string): Promise<Counts> {
      const rows = await read
        .select({ state: deliveries.state, count: count() })
        .from(deliveries)
        .where(eq(deliveries.campaignId, campaignId))
        .groupBy(deliveries.state);
      return { ...noCounts, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
    },

    /** When the earliest deferred delivery of a campaign may be tried, or null. */
    async nextDueAt(campaignId: string): Promise<number | null> {
      const [row] = await read
        .select({ dueAt: deliveries.dueAt })
        .from(deliveries)
        .where(and(eq(deliveries.campaignId, campaignId), eq(deliveries.state, "deferred")))
        .orderBy(asc(deliveries.dueAt))
        .limit(1);
      return row?.dueAt ?? null;
    },

    async failedEmails(campaignId: string, countMax: number): Promise<string[]> {
      const rows = await read
        .select({ email: deliveries.email })
        .from(deliveries)
        .where(and(eq(deliveries.campaignId, campaignId), eq(deliveries.state, "failed")))
        .limit(countMax);
      return rows.map((row) => row.email);
    },

    async pageOf(query: {
      campaignId: string;
      state: DeliveryState | null;
      afterId: string | null;
      sizeMax: number;
    }): Promise<DeliveryRow[]> {
      return read
        .select()
        .from(deliveries)
        .where(
          and(
            eq(deliveries.campaignId, query.campaignId),
            query.state === null ? undefined : eq(deliveries.state, query.state),
            query.afterId === null ? undefined : gt(deliveries.id, query.afterId),
          ),
        )
        .orderBy(asc(deliveries.id))
        .limit(query.sizeMax);
    },
  };
}

function moving(database: Database) {
  const { deliveries, campaigns } = database.tables;
  return {
    /**
     * After a start: whatever was being sent when the last process ended may or may not have gone out.
     * Returns how many such deliveries there were.
     */
    async markInterrupted(campaignIds: readonly string[], reason: string): Promise<number> {
      if (campaignIds.length === 0) return 0;
      const [rows] = await database.atomically((write) => [
        write
          .update(deliveries)
          .set({ state: "uncertain", reason })
          .where(and(inArray(deliveries.campaignId, [...campaignIds]), eq(deliveries.state, "sending")))
          .returning({ id: deliveries.id }),
      ]);
      return rows.length;
    },

    /** Moves up to `countMax` deliveries from some states to another; returns how many moved. */
    async move(change: {
      campaignId: string;
      from: readonly DeliveryState[];
      to: "skipped" | "queued";
      reason: string | null;
      now: number;
      countMax: number;
    }): Promise<number> {
      const [rows] = await database.atomically((write) => [
        write
          .update(deliveries)
          .set({
            state: change.to,
            reason: change.reason,
            // A person's retry starts afresh: all attempts and the whole time to try.
            ...(change.to === "queued" ? { attempts: 0, firstTriedAt: null, dueAt: change.now } : {}),
          })
          .where(
            inArray(
              deliveries.id,
              write
                .select({ id: deliveries.id })
                .from(deliveries)
                .where(
                  and(
                    eq(deliveries.campaignId, change.campaignId),
                    inArray(deliveries.state, [...change.from]),
                  ),
                )
                .limit(change.countMax),
            ),
          )
          .returning({ id: deliveries.id }),
      ]);
      return rows.length;
    },

    async removeAllOf(campaignId: string): Promise<void> {
      await database.atomically((write) => [
        write.delete(deliveries).where(eq(deliveries.campaignId, campaignId)),
        write.delete(campaigns).where(eq(campaigns.id, campaignId)),
      ]);
    },
  };
}

function inFlight(write: Builder, { deliveries: rows, leads }: Database["tables"], campaignId: string) {
  return write
    .select({
      delivery: rows,
      lead: {
        firstName: leads.firstName,
        lastName: leads.lastName,
        phone: leads.phone,
        optout: leads.optout,
      },
    })
    .from(rows)
    .leftJoin(leads, eq(leads.id, rows.leadId))
    .where(and(eq(rows.campaignId, campaignId), eq(rows.state, "sending")));
}

/** The claim and its count against the budget; both look at the same rows, so they agree. */
function take(write: Builder, { deliveries, usage, campaigns }: Database["tables"], claim: Claim) {
  // Looked at again inside the claim: a pause or cancel that was answered must let nothing further out.
  const isRunning = () =>
    write
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(eq(campaigns.id, claim.campaignId), eq(campaigns.state, "running")));
  const due = () =>
    write
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(
          eq(deliveries.campaignId, claim.campaignId),
          inArray(deliveries.state, ["deferred", "queued"]),
          lte(deliveries.dueAt, claim.now),
          inArray(deliveries.campaignId, isRunning()),
        ),
      )
      .orderBy(asc(deliveries.state), asc(deliveries.dueAt))
      .limit(claim.countMax);
  const dueCount = sql<number>`(select count(*) from ${due()} as due)`;
  return {
    counted: write
      .insert(usage)
      .values({ credentialId: claim.credentialId, bucketAt: claim.bucketAt, count: dueCount })
      .onConflictDoUpdate({
        target: [usage.credentialId, usage.bucketAt],
        set: { count: sql`${usage.count} + excluded.count` },
      }),
    taken: write
      .update(deliveries)
      .set({
        state: "sending",
        attempts: sql`${deliveries.attempts} + 1`,
        firstTriedAt: sql`coalesce(${deliveries.firstTriedAt}, ${claim.now})`,
      })
      .where(inArray(deliveries.id, due()))
      .returning({ id: deliveries.id }),
  };
}

/** Only a delivery that is being sent can be settled, so a late or doubled outcome changes nothing. */
function settle(write: Builder, { deliveries, leads }: Database["tables"], one: Settlement): Statement[] {
  const isSending = and(eq(deliveries.id, one.id), eq(deliveries.state, "sending"));
  switch (one.state) {
    case "sent":
      return [
        write
          .update(leads)
          .set({ emailCount: sql`${leads.emailCount} + 1` })
          .where(
            and(
              eq(leads.id, one.leadId),
              inArray(leads.id, write.select({ id: deliveries.leadId }).from(deliveries).where(isSending)),
            ),
          ),
        write
          .update(deliveries)
          .set({ state: "sent", reason: one.reason, sentAt: one.sentAt })
          .where(isSending),
      ];
    case "deferred":
      return [
        write
          .update(deliveries)
          .set({ state: "deferred", reason: one.reason, dueAt: one.dueAt })
          .where(isSending),
      ];
    case "queued":
      return [
        write
          .update(deliveries)
          .set({
            state: "queued",
            reason: null,
            attempts: sql`${deliveries.attempts} - 1`,
            firstTriedAt: sql`case when ${deliveries.attempts} = 1 then null else ${deliveries.firstTriedAt} end`,
          })
          .where(isSending),
      ];
    default:
      return [write.update(deliveries).set({ state: one.state, reason: one.reason }).where(isSending)];
  }
}
