import { and, eq, isNull, ne, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";

/** A campaign as people know it. */
export type PlanRow = Database["tables"]["campaignPlans"]["$inferSelect"];
export type PlanMailRow = Database["tables"]["planMails"]["$inferSelect"];
/** The key of a campaign. */
export type PlanKey = { workspaceId: WorkspaceId; id: string };

/** It has begun, and nobody has paused it. */
export const goesOn = ({ campaignPlans }: Tables): SQL | undefined =>
  and(eq(campaignPlans.state, "started"), isNull(campaignPlans.pausedBy));

/** Joins a part with its plan. */
export const isPlanOfPart = ({ campaigns, campaignPlans }: Tables): SQL | undefined =>
  and(eq(campaignPlans.id, campaigns.planId), eq(campaignPlans.workspaceId, campaigns.workspaceId));

/** Selects one campaign of one workspace. */
export function isPlan({ campaignPlans }: Tables, { workspaceId, id }: PlanKey): SQL | undefined {
  return and(eq(campaignPlans.id, id), eq(campaignPlans.workspaceId, workspaceId));
}

/** Selects the parts of a campaign. */
export function ofPlan({ campaigns }: Tables, { workspaceId, id }: PlanKey): SQL | undefined {
  return and(eq(campaigns.planId, id), eq(campaigns.workspaceId, workspaceId));
}

/** The campaign, unless it was cancelled: nothing of one that was goes again, whatever the states of its parts say. */
export function notCancelled(read: Builder, tables: Tables, key: PlanKey) {
  const { campaignPlans } = tables;
  return read
    .select({ id: campaignPlans.id, pausedBy: campaignPlans.pausedBy })
    .from(campaignPlans)
    .where(and(isPlan(tables, key), ne(campaignPlans.state, "cancelled")));
}
