import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { Database } from "../../../database.ts";

/** A campaign as people know it. */
export type PlanRow = Database["tables"]["campaignPlans"]["$inferSelect"];
export type PlanMailRow = Database["tables"]["planMails"]["$inferSelect"];
/** A campaign, and whose it is. */
export type PlanKey = { workspaceId: WorkspaceId; id: string };
