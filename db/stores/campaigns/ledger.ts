import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { createCampaignCountStore } from "./campaignCounts.ts";
import { sending } from "./ledgerSending.ts";
import { lookingAtMails } from "./transactional/lookAtMails.ts";

/** A campaign, and whose it is. */
type CampaignKey = { workspaceId: WorkspaceId; campaignId: string };
export type Ledger = ReturnType<typeof createLedger>;

/** The recipient ledger: every move of every delivery is one of these functions. */
export function createLedger(database: Database) {
  return {
    ...createCampaignCountStore(database),
    ...sending(database),
    ...lookingAtMails(database),
    ...looking(database),
    ...removing(database),
  };
}

function looking(database: Database) {
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
  };
}

/** Built once, because it runs after every claim. */
function nextDue(builder: Builder, { deliveries }: Tables) {
  return builder
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(and(ofCampaign(deliveries, asked), eq(deliveries.state, "deferred")))
    .orderBy(asc(deliveries.dueAt))
    .limit(1);
}

/** Built once, because it runs for each campaign in each socket's snapshot. */
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
  const { read } = database;
  const { deliveries, campaigns, campaignContents, campaignPlans, links } = database.tables;
  return {
    /**
     * And what stands for it as a whole, where that was not composed: a batch of mails in each commit, and between two of them
     * others have their turn. From the first one on it cannot be accepted any more; what a crash leaves is still one that is
     * being prepared.
     */
    async removeAllOf(key: CampaignKey, { turn }: { turn(): Promise<unknown> }): Promise<void> {
      const isIt = and(eq(campaigns.id, key.campaignId), eq(campaigns.workspaceId, key.workspaceId));
      const isItsPlan = and(
        eq(campaignPlans.id, key.campaignId),
        eq(campaignPlans.workspaceId, key.workspaceId),
        eq(campaignPlans.state, "preparing"),
      );
      const some = read
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(ofCampaign(deliveries, key))
        .limit(sendLimits.removeBatch);
      const isPreparing = and(isIt, eq(campaigns.state, "preparing"));
      await database.atomically((write) => ({
        ended: write.update(campaigns).set({ finishedAt: campaigns.createdAt }).where(isPreparing),
        plan: write.delete(campaignPlans).where(isItsPlan),
      }));
      for (;;) {
        const { removed } = await database.atomically((write) => ({
          removed: write.delete(deliveries).where(inArray(deliveries.id, some)).returning({ gone: sql`1` }),
        }));
        if (removed.length < sendLimits.removeBatch) break;
        await turn();
      }
      await database.atomically((write) => ({
        deliveries: write.delete(deliveries).where(ofCampaign(deliveries, key)),
        links: write.delete(links).where(ofCampaign(links, key)),
        content: write.delete(campaignContents).where(ofCampaign(campaignContents, key)),
        campaign: write.delete(campaigns).where(isIt),
      }));
    },
  };
}
