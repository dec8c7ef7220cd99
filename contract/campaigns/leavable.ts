import type { PlanAudience } from "../schemas/campaignPlan.ts";

/** Whether leaving its collections can end a campaign for somebody: whoever came another way was perhaps never in one. */
export function leavable({ everyone, collections, segments, leads, after }: PlanAudience): boolean {
  const comesOtherwise = everyone || segments.length > 0 || leads.length > 0 || after !== null;
  return collections.length > 0 && !comesOtherwise;
}
