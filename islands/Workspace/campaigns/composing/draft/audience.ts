import type { CampaignPlan, PlanAudience } from "../../../../../contract/schemas/campaignPlan.ts";

/** Whether it names anybody at all. */
export function namesSomebody({ everyone, collections, segments, leads, after }: PlanAudience): boolean {
  return everyone || collections.length + segments.length + leads.length > 0 || after !== null;
}

/** Whether it is decided whom it is for. What was sent without being composed names nobody here: that call did. */
export function isChosen({ state, audience }: Pick<CampaignPlan, "state" | "audience">): boolean {
  return state !== "draft" || namesSomebody(audience);
}
