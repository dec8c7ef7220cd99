import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import type { DeliveryState, Reaction } from "../../../contract/schemas/campaign.ts";
import type { Database } from "../../database.ts";
import { createCampaignCountStore } from "./campaignCounts.ts";
import { type DeliveryRow, sending } from "./ledgerSending.ts";

export type NewDelivery = Database["tables"]["deliveries"]["$inferInsert"];

export type Ledger = ReturnType<typeof createLedger>;

/** The recipient ledger: every move of every delivery is one of these functions. */
export function createLedger(database: Database) {
  return {
    ...createCampaignCountStore(database),
    ...sending(database),
    ...adding(database),
    ...looking(database),
    ...moving(database),
  };
}

function adding(database: Database) {
  const { tables } = database;
  return {
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
      reaction?: Reaction | null;
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
            // Said as the partial indexes say it, so that they are used.
            query.reaction === "opened" ? isNotNull(deliveries.openedAt) : undefined,
            query.reaction === "clicked" ? isNotNull(deliveries.clickedAt) : undefined,
            query.afterId === null ? undefined : gt(deliveries.id, query.afterId),
          ),
        )
        .orderBy(asc(deliveries.id))
        .limit(query.sizeMax);
    },
  };
}

function moving(database: Database) {
  const { deliveries, campaigns, campaignContents, links } = database.tables;
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
        write.delete(links).where(eq(links.campaignId, campaignId)),
        write.delete(campaignContents).where(eq(campaignContents.campaignId, campaignId)),
        write.delete(campaigns).where(eq(campaigns.id, campaignId)),
      ]);
    },
  };
}
