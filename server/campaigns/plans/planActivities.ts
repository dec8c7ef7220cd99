import type { Scope } from "../../../contract/identity/scope.ts";
import type { ActivityCode } from "../../../contract/reasons/campaignPlans.ts";
import type { Reason } from "../../../contract/reasons.ts";
import type { NewActivity } from "../../../db/stores/campaigns/plans/planActivity.ts";
import type { PlanKey } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { Core } from "../../core/core.ts";

/** What somebody does with a campaign, for the commit that does it. */
export function activityOf(
  core: Pick<Core, "newId" | "clock">,
  { key, by, activity }: { key: PlanKey; by: Pick<Scope, "userId"> | null; activity: Reason<ActivityCode> },
): NewActivity {
  const { workspaceId, id: planId } = key;
  const at = core.clock.now();
  return { id: core.newId(), planId, workspaceId, at, userId: by?.userId ?? null, activity };
}
