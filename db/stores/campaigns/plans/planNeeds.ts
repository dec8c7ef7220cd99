import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { PlanAudience, PlanState } from "../../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../database.ts";
import { jsonSqlOf } from "../../../json/jsonSql.ts";
import type { StoredContent } from "../../../tables/campaignPlans.ts";
import { planStateSql } from "./planState.ts";
import { isShown } from "./plans.ts";

/** A composed campaign that is not over, with its audience. */
export type OngoingPlan = {
  name: string;
  hasBegun: boolean;
  audience: Omit<PlanAudience, "leads">;
  content: StoredContent;
};

const ongoing: readonly PlanState[] = ["scheduled", "holding", "starting", "running", "paused"];

/** What campaigns still need, and so may not be deleted. */
export function createPlanNeedStore({ read, tables }: Database) {
  const { campaignPlans } = tables;
  const { name, state, audience, content } = campaignPlans;
  return {
    /** By name. */
    async ongoing(workspaceId: WorkspaceId): Promise<OngoingPlan[]> {
      const rows = await read
        .select({
          name,
          hasBegun: sql<boolean>`${state} = 'started'`.mapWith(Boolean),
          // They may be thousands.
          audience: sql<OngoingPlan["audience"]>`${jsonSqlOf(tables).without(audience, "leads")}`.mapWith(
            audience,
          ),
          content,
        })
        .from(campaignPlans)
        .where(
          and(
            eq(campaignPlans.workspaceId, workspaceId),
            isShown(tables),
            inArray(state, ["scheduled", "holding", "starting", "started"]),
            isNotNull(audience),
            inArray(planStateSql(tables), [...ongoing]),
          ),
        )
        .orderBy(name, campaignPlans.id);
      return rows.flatMap((row) => (row.content === null ? [] : [{ ...row, content: row.content }]));
    },
  };
}
