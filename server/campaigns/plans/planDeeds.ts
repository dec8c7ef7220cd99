import type { Scope } from "../../../contract/identity/scope.ts";
import type { Deed } from "../../../contract/reasons/campaignPlans.ts";
import type { Reason } from "../../../contract/reasons.ts";
import type { NewDeed } from "../../../db/stores/campaigns/plans/planActivity.ts";
import type { PlanKey } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { Core } from "../../core/core.ts";

/** What somebody does with a campaign, for the commit that does it. */
export function deedOf(
  core: Pick<Core, "newId" | "clock">,
  { key, by, deed }: { key: PlanKey; by: Pick<Scope, "userId"> | null; deed: Reason<Deed> },
): NewDeed {
  const { workspaceId, id: planId } = key;
  const at = core.clock.now();
  return { id: core.newId(), planId, workspaceId, at, userId: by?.userId ?? null, deed };
}
