import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { countingDay, type DayCount, type DayKind, dayOf } from "../accounts/accountDays.ts";
import type { NewCampaign, NewPlan } from "../campaigns/campaigns.ts";
import { createMailCountStore } from "../campaigns/mailCounts.ts";
import type { NewDelivery } from "../campaigns/newDeliveries.ts";

/** A campaign that is over, with what came back of its mails. */
export type PastCampaign = {
  campaign: NewCampaign;
  plan: NewPlan;
  html: string;
  deliveries: readonly NewDelivery[];
  links: readonly { id: string; position: number; url: string }[];
  /** Deliveries that were opened, or opened by a machine, at each moment. */
  opened: readonly Mark[];
  machineOpened: readonly Mark[];
  clicks: readonly (Mark & { linkId: string })[];
};
type Mark = { deliveryId: string; at: number };

const rowsAtOnce = 200;

/**
 * Writes a past for the demo, in which nothing was really sent. What the database counts by itself it counts here too: rows
 * come in as they would have been, and are marked afterwards.
 */
export function createDemoPastStore(database: Database) {
  const { tables, atomically } = database;
  const { campaigns, campaignPlans, campaignContents, deliveries, links, clicks, uncountedMails } = tables;
  const counting = createMailCountStore(database);
  return {
    async add(workspaceId: WorkspaceId, past: PastCampaign): Promise<void> {
      const { campaign } = past;
      const sent = past.deliveries.filter(({ sentAt }) => sentAt != null);
      const clicked = new Map(past.clicks.map(({ deliveryId, at }) => [deliveryId, at]));
      await atomically((write) => ({
        campaign: write.insert(campaigns).values(campaign),
        plan: write.insert(campaignPlans).values(past.plan),
        content: write
          .insert(campaignContents)
          .values({ campaignId: campaign.id, workspaceId, html: past.html }),
        links:
          past.links.length === 0
            ? []
            : [
                write
                  .insert(links)
                  .values(past.links.map((link) => ({ ...link, campaignId: campaign.id, workspaceId }))),
              ],
        deliveries: inParts(past.deliveries).map((rows) => write.insert(deliveries).values(rows)),
        noted: inParts(sent).map((rows) =>
          write
            .insert(uncountedMails)
            .values(rows.map(({ id, leadId }) => ({ deliveryId: id, leadId, workspaceId }))),
        ),
        opened: past.opened.map(({ deliveryId, at }) =>
          write.update(deliveries).set({ openedAt: at }).where(isIt(deliveryId)),
        ),
        machineOpened: past.machineOpened.map(({ deliveryId, at }) =>
          write.update(deliveries).set({ machineOpenedAt: at }).where(isIt(deliveryId)),
        ),
        counted: dayCountsOf(workspaceId, past).map((count) => countingDay(write, tables, count)),
        clicked: [...clicked].map(([deliveryId, at]) =>
          write.update(deliveries).set({ clickedAt: at }).where(isIt(deliveryId)),
        ),
        clicks: inParts(past.clicks).map((rows) =>
          write.insert(clicks).values(
            rows.map(({ deliveryId, linkId, at }) => ({
              deliveryId,
              linkId,
              workspaceId,
              firstAt: at,
              lastAt: at,
              seenAt: at,
              clicks: 1,
              machineClicks: 0,
            })),
          ),
        ),
      }));
      while ((await counting.countNoted(rowsAtOnce * 5)) > 0);

      function isIt(deliveryId: string) {
        return and(eq(deliveries.id, deliveryId), eq(deliveries.workspaceId, workspaceId));
      }
    },

    ...settling(database),
  };
}

const kinds: Partial<Record<NewDelivery["state"], DayKind>> = {
  sent: "accepted",
  failed: "refused",
  uncertain: "uncertain",
};

/** What came of its mails by the day, for its account; some are counted together. */
function dayCountsOf(workspaceId: WorkspaceId, { campaign, deliveries }: PastCampaign): DayCount[] {
  const counts = new Map<string, DayCount>();
  for (const { state, sentAt, firstTriedAt } of deliveries) {
    const kind = kinds[state];
    const at = sentAt ?? firstTriedAt;
    if (kind === undefined || at == null) continue;
    const key = `${kind} ${dayOf(at)}`;
    const n = (counts.get(key)?.n ?? 0) + 1;
    counts.set(key, { credentialId: campaign.credentialId, workspaceId, kind, at, n });
  }
  return [...counts.values()];
}

function settling({ atomically, tables }: Database) {
  const { deliveries, leads } = tables;
  return {
    /** When each lead came in, and how many mails it has opened. */
    async settleLeads(
      workspaceId: WorkspaceId,
      cameIn: ReadonlyMap<number, readonly string[]>,
    ): Promise<void> {
      const ofLead = and(
        eq(deliveries.workspaceId, leads.workspaceId),
        eq(deliveries.leadId, leads.id),
        isNotNull(deliveries.openedAt),
      );
      await atomically((write) => ({
        dated: [...cameIn].map(([at, ids]) =>
          write
            .update(leads)
            .set({
              createdAt: at,
              consentAt: sql`case when ${leads.consentAt} is null then null else ${at} end`,
            })
            .where(and(eq(leads.workspaceId, workspaceId), inArray(leads.id, [...ids]))),
        ),
        opened: write
          .update(leads)
          .set({ openedCount: sql`(select count(*) from ${deliveries} where ${ofLead})` })
          .where(eq(leads.workspaceId, workspaceId)),
      }));
    },
  };
}

function inParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    parts.push(rows.slice(start, start + rowsAtOnce));
  return parts;
}
