import type { PlanAudience } from "../../../../../contract/schemas/campaignPlan.ts";

export const nobody: PlanAudience = {
  everyone: false,
  collections: [],
  segments: [],
  leads: [],
  after: null,
  not: { collections: [], segments: [], campaigns: [], mailedWithinDays: null },
  joinLater: false,
};

/** Whether it names anybody at all. */
export function namesSomebody({ everyone, collections, segments, leads, after }: PlanAudience): boolean {
  return everyone || collections.length + segments.length + leads.length > 0 || after !== null;
}
