import type { Answer } from "../../../../../contract/endpoint.ts";
import type { Endpoints } from "../../../../../contract/endpoints.ts";
import type { CampaignPlan } from "../../../../../contract/schemas/campaignPlan.ts";

/** A plan as the server answers it, with what may be left out of an audience filled in. */
export function planFrom(answer: Answer<Endpoints["GET /amplify/campaigns/{id}/plan"]>): CampaignPlan {
  return { ...answer, audience: { ...answer.audience, after: answer.audience.after ?? null } };
}
