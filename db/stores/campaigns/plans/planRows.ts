import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { Database } from "../../../database.ts";
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

/** Selects the parts of a campaign. */
export function ofPlan({ campaigns }: Tables, { workspaceId, id }: PlanKey): SQL | undefined {
  return and(eq(campaigns.planId, id), eq(campaigns.workspaceId, workspaceId));
}
