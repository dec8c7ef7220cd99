import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { DeliveryState, Reaction } from "../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
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
    ...removing(database),
  };
}

function adding(database: Database) {
  const { tables } = database;
  return {
    async add(rows: readonly NewDelivery[]): Promise<void> {
      await database.atomically((write) => ({
        added: write
          .insert(tables.deliveries)
          .values([...rows])
          .onConflictDoNothing(),
      }));
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
      const rows = await database.ask(bound(failedEmails, { campaignId, countMax }));
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

/** Asked for each campaign of each socket's snapshot. */
function failedEmails(builder: Builder, { deliveries }: Tables) {
  return builder
    .select({ email: deliveries.email })
    .from(deliveries)
    .where(and(eq(deliveries.campaignId, sql.placeholder("campaignId")), eq(deliveries.state, "failed")))
    .limit(sql.placeholder("countMax"));
}

function removing(database: Database) {
  const { deliveries, campaigns, campaignContents, links } = database.tables;
  return {
    async removeAllOf(campaignId: string): Promise<void> {
      await database.atomically((write) => ({
        deliveries: write.delete(deliveries).where(eq(deliveries.campaignId, campaignId)),
        links: write.delete(links).where(eq(links.campaignId, campaignId)),
        content: write.delete(campaignContents).where(eq(campaignContents.campaignId, campaignId)),
        campaign: write.delete(campaigns).where(eq(campaigns.id, campaignId)),
      }));
    },
  };
}
