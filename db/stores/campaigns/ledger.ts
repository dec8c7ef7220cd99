import { and, asc, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { DeliveryState, Reaction } from "../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { createCampaignCountStore } from "./campaignCounts.ts";
import { type DeliveryRow, sending } from "./ledgerSending.ts";

/** A campaign, and whose it is. */
export type CampaignKey = { workspaceId: WorkspaceId; campaignId: string };
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
  const { deliveries, campaigns } = database.tables;
  return {
    /** When the earliest deferred delivery of a campaign may be tried, or null. */
    async nextDueAt(key: CampaignKey): Promise<number | null> {
      const [row] = await database.ask(bound(nextDue, key));
      return row?.dueAt ?? null;
    },

    async failedEmails(asked: CampaignKey & { countMax: number }): Promise<string[]> {
      const rows = await database.ask(bound(failedEmails, asked));
      return rows.map((row) => row.email);
    },

    async pageOf(
      query: CampaignKey & {
        state: DeliveryState | null;
        reaction?: Reaction | null;
        afterId: string | null;
        sizeMax: number;
      },
    ): Promise<DeliveryRow[]> {
      // By its campaign: with a delivery's own workspace beside it SQLite reads all clicked mails of that.
      const theirs = read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(eq(campaigns.id, query.campaignId), eq(campaigns.workspaceId, query.workspaceId)));
      return read
        .select()
        .from(deliveries)
        .where(
          and(
            inArray(deliveries.campaignId, theirs),
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

/** Asked after every claim of what was put off. */
function nextDue(builder: Builder, { deliveries }: Tables) {
  return builder
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(and(ofCampaign(deliveries, asked), eq(deliveries.state, "deferred")))
    .orderBy(asc(deliveries.dueAt))
    .limit(1);
}

/** Asked for each campaign of each socket's snapshot. */
function failedEmails(builder: Builder, { deliveries }: Tables) {
  return builder
    .select({ email: deliveries.email })
    .from(deliveries)
    .where(and(ofCampaign(deliveries, asked), eq(deliveries.state, "failed")))
    .limit(sql.placeholder("countMax"));
}

const asked = { workspaceId: sql.placeholder("workspaceId"), campaignId: sql.placeholder("campaignId") };

/** Whatever is a campaign's, and its workspace's. */
function ofCampaign(
  table: Pick<
    Tables["deliveries"] | Tables["links"] | Tables["campaignContents"],
    "workspaceId" | "campaignId"
  >,
  { workspaceId, campaignId }: CampaignKey | typeof asked,
): SQL | undefined {
  return and(eq(table.campaignId, campaignId), eq(table.workspaceId, workspaceId));
}

function removing(database: Database) {
  const { deliveries, campaigns, campaignContents, links } = database.tables;
  return {
    async removeAllOf(key: CampaignKey): Promise<void> {
      const isIt = and(eq(campaigns.id, key.campaignId), eq(campaigns.workspaceId, key.workspaceId));
      await database.atomically((write) => ({
        deliveries: write.delete(deliveries).where(ofCampaign(deliveries, key)),
        links: write.delete(links).where(ofCampaign(links, key)),
        content: write.delete(campaignContents).where(ofCampaign(campaignContents, key)),
        campaign: write.delete(campaigns).where(isIt),
      }));
    },
  };
}
