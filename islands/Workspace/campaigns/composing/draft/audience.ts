import type { PlanAudience } from "../../../../../contract/schemas/campaignPlan.ts";

/** Whether it names anybody at all. */
export function namesSomebody({ everyone, collections, segments, leads, after }: PlanAudience): boolean {
  return everyone || collections.length + segments.length + leads.length > 0 || after !== null;
}
