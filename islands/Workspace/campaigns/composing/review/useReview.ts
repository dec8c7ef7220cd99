import type { CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { type Loaded, useLoad } from "../../../../_data/useLoad.ts";
import type { Draft } from "../draft/draftSaver.ts";
import { composingQuestions } from "../draft/questions.ts";

/** What a start would do as it was saved last; asked anew with each save. */
export function useReview({ plan }: Draft): Loaded<CampaignReview | null> {
  const mails = plan.mails.map(({ variantId, version }) => `${variantId} ${version}`).sort();
  return useLoad(composingQuestions.review(plan._id, `${plan.version} ${mails.join(" ")}`));
}
