import { and, type Column, eq, inArray, notInArray, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { SampleKind } from "../../../contract/schemas/start.ts";
import type { Database } from "../../database.ts";

export type Sample = { kind: SampleKind; id: string };
type Campaigns = { workspaceId: WorkspaceId; campaignIds: readonly string[] };

/** What a workspace has of the sample data, and the end of a campaign that was one of them. */
export function createSampleStore({ read, atomically, tables }: Database) {
  const { samples } = tables;
  return {
    async of(workspaceId: WorkspaceId): Promise<Sample[]> {
      return read
        .select({ kind: samples.kind, id: samples.id })
        .from(samples)
        .where(eq(samples.workspaceId, workspaceId));
    },

    async note(workspaceId: WorkspaceId, noted: readonly Sample[]): Promise<void> {
      if (noted.length === 0) return;
      await atomically((write) => ({
        noted: write
          .insert(samples)
          .values(noted.map((sample) => ({ workspaceId, ...sample })))
          .onConflictDoNothing(),
      }));
    },

    async forget(workspaceId: WorkspaceId): Promise<void> {
      await atomically((write) => ({
        gone: write.delete(samples).where(eq(samples.workspaceId, workspaceId)),
      }));
    },

    /** Whether other campaigns of the workspace than these were sent through an account. */
    async isUsedBeside({
      workspaceId,
      campaignIds,
      accountId,
    }: Campaigns & { accountId: string }): Promise<boolean> {
      const { campaigns } = tables;
      const rows = await read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(
          and(
            eq(campaigns.workspaceId, workspaceId),
            eq(campaigns.credentialId, accountId),
            notInArray(campaigns.id, [...campaignIds]),
          ),
        )
        .limit(1);
      return rows.length > 0;
    },

    ...endingCampaigns({ atomically, tables }),
  };
}

function endingCampaigns({ atomically, tables }: Pick<Database, "atomically" | "tables">) {
  const { campaigns, campaignPlans, campaignContents, campaignCounts, campaignTimes, campaignDomains } =
    tables;
  const { deliveries, links, clicks, uncountedMails, leadMails, campaignActivity, sandboxMails } = tables;
  return {
    /** Nothing more of it goes out. */
    async stop({ workspaceId, campaignIds }: Campaigns, now: number): Promise<void> {
      await atomically((write) => ({
        stopped: write
          .update(campaigns)
          .set({ state: "cancelled", finishedAt: now })
          .where(
            and(
              eq(campaigns.workspaceId, workspaceId),
              inArray(campaigns.id, [...campaignIds]),
              inArray(campaigns.state, ["running", "paused"]),
            ),
          ),
      }));
    },

    /** Takes campaigns away with all that was written of them, and their mails out of the sandbox. */
    async removeCampaigns({ workspaceId, campaignIds }: Campaigns): Promise<void> {
      const ids = [...campaignIds];
      const ofThem = (table: { workspaceId: Column; campaignId: Column }): SQL | undefined =>
        and(eq(table.workspaceId, workspaceId), inArray(table.campaignId, ids));
      await atomically((write) => {
        const mails = write.select({ id: deliveries.id }).from(deliveries).where(ofThem(deliveries));
        const addresses = write
          .select({ email: deliveries.email })
          .from(deliveries)
          .where(ofThem(deliveries));
        const theirLeads = write.select({ id: deliveries.leadId }).from(deliveries).where(ofThem(deliveries));
        const ofMails = (table: { workspaceId: Column; deliveryId: Column }) =>
          and(eq(table.workspaceId, workspaceId), inArray(table.deliveryId, mails));
        return {
          mails: write
            .delete(sandboxMails)
            .where(
              and(eq(sandboxMails.workspaceId, workspaceId), inArray(sandboxMails.recipient, addresses)),
            ),
          clicks: write.delete(clicks).where(ofMails(clicks)),
          uncounted: write.delete(uncountedMails).where(ofMails(uncountedMails)),
          // After what is not counted yet, whose trigger writes them.
          lastMails: write
            .delete(leadMails)
            .where(and(eq(leadMails.workspaceId, workspaceId), inArray(leadMails.leadId, theirLeads))),
          deliveries: write.delete(deliveries).where(ofThem(deliveries)),
          links: write.delete(links).where(ofThem(links)),
          contents: write.delete(campaignContents).where(ofThem(campaignContents)),
          // After the deliveries, whose triggers keep them.
          counts: write.delete(campaignCounts).where(ofThem(campaignCounts)),
          times: write.delete(campaignTimes).where(ofThem(campaignTimes)),
          domains: write.delete(campaignDomains).where(ofThem(campaignDomains)),
          activity: write
            .delete(campaignActivity)
            .where(and(eq(campaignActivity.workspaceId, workspaceId), inArray(campaignActivity.planId, ids))),
          plans: write
            .delete(campaignPlans)
            .where(and(eq(campaignPlans.workspaceId, workspaceId), inArray(campaignPlans.id, ids))),
          campaigns: write
            .delete(campaigns)
            .where(and(eq(campaigns.workspaceId, workspaceId), inArray(campaigns.id, ids))),
        };
      });
    },
  };
}
