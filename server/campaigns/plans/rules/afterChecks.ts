import type { Scope } from "../../../../contract/identity/scope.ts";
import { reason } from "../../../../contract/reasons.ts";
import type { CampaignReview, PlanAudience } from "../../../../contract/schemas/campaignPlan.ts";
import type { CountedCampaign } from "../../../../db/stores/campaigns/campaigns.ts";
import { createPlanListStore } from "../../../../db/stores/campaigns/plans/planLists.ts";
import type { Core } from "../../../core/core.ts";
import { inWords } from "../../../core/inWords.ts";

type Check = CampaignReview["checks"][number];
type After = NonNullable<PlanAudience["after"]>;

/** What a review says of an audience that is whoever did not react to another campaign: whose reactions nobody knows of. */
export function createAfterChecks({ database }: Pick<Core, "database">) {
  const lists = createPlanListStore(database);
  return async ({ workspaceId }: Scope, { after }: PlanAudience): Promise<Check[]> => {
    if (after === null) return [];
    const parts = await lists.partsOf(workspaceId, [after.campaignId]);
    if (parts.length === 0) return [];
    const by = byOf(after.unless);
    const isUncounted = uncountedIn(parts, after.unless) !== null;
    const isGranted = parts.every(({ campaign }) => campaign.track === "granted");
    const cause = isUncounted
      ? reason("check_after_uncounted", { by })
      : reason(isGranted ? "check_after_granted" : "check_after_refused", { by });
    const place = { part: "whom", stepId: null, variantId: null, stops: false } as const;
    return [{ cause, reason: inWords(cause), ...place }];
  };
}

const byOf = (unless: After["unless"]) => (unless === "opened" ? "opens" : "clicks");

/** What was counted in none of these mails, where they are to tell who did not react; null where some of it was, or none went. */
export function uncountedIn(
  parts: readonly Pick<CountedCampaign, "campaign">[],
  unless: After["unless"],
): "opens" | "clicks" | null {
  const isCounted = parts.some(({ campaign }) =>
    unless === "opened" ? campaign.trackOpens : campaign.trackClicks,
  );
  return parts.length === 0 || isCounted ? null : byOf(unless);
}
