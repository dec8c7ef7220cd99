import { and, eq, inArray, max, min, type SQLWrapper, sql } from "drizzle-orm";
import type { Cause } from "../../../../contract/reasons.ts";
import { type Builder, bound, type Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { addingLinks, type LinkRow } from "../../tracking/links.ts";
import { type CampaignRow, isAccepted } from "../campaigns.ts";
import { type NewActivity, noting } from "../plans/planActivity.ts";
import { goesOn, isPlan, isPlanOfPart, ofPlan, type PlanKey, type PlanRow } from "../plans/planRows.ts";

/** The results of one part of a sample. */
export type SamplePart = {
  variantId: string;
  open: number;
  sent: number;
  opened: number;
  clicked: number;
  replied: number;
};

/** What the rest of a test is sent once the better variant is known. */
type Won = {
  variantId: string;
  subject: string;
  html: string;
  fields: CampaignContents["fields"];
  version: number;
};
type CampaignContents = Database["tables"]["campaignContents"]["$inferSelect"];

/** Variants that are tested on a sample of an audience, and the rest that waits for the better one. */
export function createVariantTestStore(database: Database) {
  return { ...looking(database), ...trying(database), ...waiting(database), ...choosing(database) };
}

function looking({ read, ask, tables }: Database) {
  const { campaigns } = tables;
  return {
    /** Parts that wait for the better variant, of campaigns that are running. */
    async waiting(): Promise<CampaignRow[]> {
      const rows = await ask(bound(readWaiting, {}));
      return rows.map(({ part }) => part).filter(isAccepted);
    },

    /** The parts of a step that wait for the better variant. */
    async restOf({ workspaceId, id, stepId }: PlanKey & { stepId: string }): Promise<CampaignRow[]> {
      const rows = await read
        .select()
        .from(campaigns)
        .where(
          and(
            ofPlan(tables, { workspaceId, id }),
            eq(campaigns.stepId, stepId),
            eq(campaigns.pausedBy, "test"),
          ),
        );
      return rows.filter(isAccepted);
    },
  };
}

/** Used at every turn. */
function readWaiting(builder: Builder, tables: Tables) {
  const { campaigns, campaignPlans } = tables;
  return builder
    .select({ part: campaigns })
    .from(campaigns)
    .innerJoin(campaignPlans, isPlanOfPart(tables))
    .where(and(eq(campaigns.state, "paused"), eq(campaigns.pausedBy, "test"), goesOn(tables)));
}

function trying({ read, tables }: Database) {
  const { campaigns, campaignCounts, deliveries, mailResponses } = tables;
  const replies = read
    .select({ count: sql`count(*)` })
    .from(mailResponses)
    .where(
      and(
        eq(mailResponses.campaignId, campaigns.id),
        eq(mailResponses.workspaceId, campaigns.workspaceId),
        eq(mailResponses.kind, "replied"),
      ),
    );
  return {
    async sampleOf({ workspaceId, id, stepId }: PlanKey & { stepId: string }) {
      const ofStep = and(
        ofPlan(tables, { workspaceId, id }),
        eq(campaigns.stepId, stepId),
        sql`${campaigns.variantId} is not null`,
      );
      const { queued, sending, deferred, sent, opened, clicked } = campaignCounts;
      const parts = await read
        .select({
          variantId: sql<string>`${campaigns.variantId}`,
          open: sql<number>`${queued} + ${sending} + ${deferred}`.mapWith(Number),
          sent,
          opened,
          clicked,
          replied: sql<number>`(${replies})`.mapWith(Number),
        })
        .from(campaigns)
        .innerJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id))
        .where(ofStep);
      const [times] = await read
        .select({ first: min(deliveries.sentAt), last: max(deliveries.sentAt) })
        .from(deliveries)
        .where(
          and(
            inArray(deliveries.campaignId, read.select({ id: campaigns.id }).from(campaigns).where(ofStep)),
            eq(deliveries.state, "sent"),
          ),
        );
      return { parts: parts as SamplePart[], first: times?.first ?? null, last: times?.last ?? null };
    },
  };
}

function waiting({ atomically, tables }: Database) {
  const { campaigns } = tables;
  return {
    /** Records why the rest is waiting. */
    async tell(of: { key: PlanKey; ids: readonly string[]; why: Cause }): Promise<CampaignRow[]> {
      const { told } = await atomically((write) => ({
        told: write
          .update(campaigns)
          .set({ pausedReason: of.why })
          .where(isWaiting(tables, of.ids, of.key))
          .returning(),
      }));
      return told.filter(isAccepted);
    },
  };
}

function choosing({ atomically, tables }: Database) {
  const { campaigns, campaignContents, campaignPlans, links } = tables;
  return {
    /**
     * Gives the rest the winning variant and starts it. The winner's links replace its own, which nobody has been sent yet.
     * Null, and writes nothing, if the campaign was changed since it was read, or if a part of the rest is not waiting any
     * more.
     */
    async choose(of: {
      plan: PlanRow;
      content: PlanRow["content"];
      ids: readonly string[];
      won: Won;
      links: readonly LinkRow[];
      activity: NewActivity;
    }) {
      const { plan, content, ids, won, links: rows, activity } = of;
      const { variantId, subject, html, fields, version } = won;
      return unlessUnchanged(async (unchanged) => {
        const { parts } = await atomically(
          (write) => ({
            plan: write
              .update(campaignPlans)
              .set({ content, version: plan.version + 1 })
              .where(
                and(
                  isPlan(tables, plan),
                  eq(campaignPlans.version, plan.version),
                  eq(campaignPlans.state, "started"),
                ),
              )
              .returning({ id: campaignPlans.id }),
            contents: write
              .update(campaignContents)
              .set({ html, fields })
              .where(
                and(
                  inArray(campaignContents.campaignId, [...ids]),
                  eq(campaignContents.workspaceId, plan.workspaceId),
                ),
              ),
            unlinked: write
              .delete(links)
              .where(and(inArray(links.campaignId, [...ids]), eq(links.workspaceId, plan.workspaceId))),
            linked: addingLinks(write, tables, rows),
            parts: write
              .update(campaigns)
              .set({ variantId, subject, contentVersion: version, ...standing(tables) })
              .where(isWaiting(tables, ids, plan))
              .returning(),
            noted: noting(write, tables, [activity]),
          }),
          (results) => {
            if (results.plan.length === 0 || results.parts.length < ids.length) throw unchanged;
          },
        );
        return parts.filter(isAccepted);
      });
    },
  };
}

function isWaiting({ campaigns }: Tables, ids: readonly string[], { workspaceId }: PlanKey) {
  return and(
    inArray(campaigns.id, [...ids]),
    eq(campaigns.workspaceId, workspaceId),
    eq(campaigns.pausedBy, "test"),
  );
}

/** The state of the rest once it does not wait any more: that of the whole campaign at this moment, which a person may have paused. */
function standing({ campaigns, campaignPlans }: Tables) {
  const ofWhole = (column: SQLWrapper) =>
    sql`(select ${column} from ${campaignPlans} where ${campaignPlans.id} = ${campaigns.planId} and ${campaignPlans.workspaceId} = ${campaigns.workspaceId})`;
  const pausedBy = ofWhole(campaignPlans.pausedBy);
  return {
    state: sql`case when ${pausedBy} is null then 'running' else 'paused' end`,
    pausedBy,
    pausedReason: ofWhole(campaignPlans.pausedReason),
  };
}
