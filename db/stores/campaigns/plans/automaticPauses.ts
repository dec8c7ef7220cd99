import { and, eq, exists, inArray, isNull, or, sql } from "drizzle-orm";
import type { Cause, Reason } from "../../../../contract/reasons.ts";
import type { Builder, Database } from "../../../database.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { type CampaignRow, isAccepted } from "../campaigns.ts";
import { type AccountWait, noteAccountWait } from "./accountActivity.ts";
import { type NewActivity, noting } from "./planActivity.ts";
import { goesOn, isPlan, isPlanOfPart, ofPlan, type PlanKey } from "./planRows.ts";
import { hasMoreToComeSql } from "./planState.ts";

/** The outcomes of a campaign's mails so far. */
export type Ended = { sent: number; failed: number; uncertain: number };

export type AutomaticPauseStore = ReturnType<typeof createAutomaticPauseStore>;

/** Why campaigns are paused as a whole without a person. */
export function createAutomaticPauseStore(database: Database) {
  return {
    ...pausing(database),
    ...counting(database),
    noteAccountWait: (wait: AccountWait) => noteAccountWait(database, wait),
  };
}

function pausing({ atomically, tables }: Database) {
  const { campaigns, campaignPlans } = tables;
  const open = (write: Builder) =>
    write
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(isPlanOfPart(tables), inArray(campaigns.state, ["running", "paused"])));
  return {
    /**
     * Makes the campaign and its parts wait for a person. Returns the parts that were running; null if it is waiting
     * already or has ended, which only its parts say.
     */
    async pauseWhole({
      key,
      why,
      activity,
    }: {
      key: PlanKey;
      why: Cause;
      activity: NewActivity;
    }): Promise<CampaignRow[] | null> {
      const by = { pausedBy: "person" as const, pausedReason: why };
      return unlessUnchanged(async (unchanged) => {
        const { parts } = await atomically(
          (write) => ({
            plan: write
              .update(campaignPlans)
              .set(by)
              .where(
                and(isPlan(tables, key), goesOn(tables), or(hasMoreToComeSql(tables), exists(open(write)))),
              )
              .returning({ id: campaignPlans.id }),
            parts: write
              .update(campaigns)
              .set({ state: "paused", ...by })
              .where(
                and(
                  eq(campaigns.planId, key.id),
                  eq(campaigns.workspaceId, key.workspaceId),
                  eq(campaigns.state, "running"),
                ),
              )
              .returning(),
            noted: noting(write, tables, [activity]),
          }),
          (results) => {
            if (results.plan.length === 0) throw unchanged;
          },
        );
        return parts.filter(isAccepted);
      });
    },
  };
}

function counting({ read, tables }: Database) {
  const { campaigns, campaignCounts, campaignActivity } = tables;
  return {
    /** Over all of its parts. */
    async endedOf({ workspaceId, id }: PlanKey): Promise<Ended> {
      const sum = (
        column: typeof campaignCounts.sent | typeof campaignCounts.failed | typeof campaignCounts.uncertain,
      ) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number);
      const [row] = await read
        .select({
          sent: sum(campaignCounts.sent),
          failed: sum(campaignCounts.failed),
          uncertain: sum(campaignCounts.uncertain),
        })
        .from(campaignCounts)
        .where(
          inArray(
            campaignCounts.campaignId,
            read.select({ id: campaigns.id }).from(campaigns).where(ofPlan(tables, { workspaceId, id })),
          ),
        );
      return row ?? { sent: 0, failed: 0, uncertain: 0 };
    },

    /** Why it was paused automatically before, the latest first, according to its activity. */
    async pausesOf({ workspaceId, id }: PlanKey): Promise<Reason["params"][]> {
      const rows = await read
        .select({ params: campaignActivity.params })
        .from(campaignActivity)
        .where(
          and(
            eq(campaignActivity.planId, id),
            eq(campaignActivity.workspaceId, workspaceId),
            eq(campaignActivity.code, "did_pause"),
            isNull(campaignActivity.userId),
          ),
        );
      return rows.flatMap(({ params }) => (params === null ? [] : [params]));
    },
  };
}
