import type { PlannedScope } from "../../../contract/identity/scope.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createPlanStartStore } from "../../../db/stores/campaigns/plans/planStarts.ts";
import type { Core } from "../../core/core.ts";

/** For whom a campaign does what it does by itself: its workspace, with what that pays for by now. */
export async function planScopeOf(
  { database }: Pick<Core, "database">,
  { workspaceId, createdBy }: Pick<PlanRow, "workspaceId" | "createdBy">,
): Promise<PlannedScope> {
  const status = await createPlanStartStore(database).statusOf(workspaceId);
  return { workspaceId, userId: createdBy ?? workspaceId, role: "owner", status };
}
