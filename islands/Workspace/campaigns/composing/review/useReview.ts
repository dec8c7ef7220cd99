import type { AskedRules, CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { type Loaded, useLoad } from "../../../../_data/useLoad.ts";
import type { Draft } from "../draft/draftSaver.ts";
import { composingQuestions } from "../draft/questions.ts";

/** What a start would do as it was saved last; asked anew with each save. */
export function useReview({ plan }: Draft): Loaded<CampaignReview | null> {
  return useLoad(composingQuestions.review(plan._id, stateOf(plan)));
}

/** What the review would say of these rules, which are not saved yet. */
export function useRuleReview({ plan }: Draft, asked: AskedRules): CampaignReview["checks"] {
  return useLoad(composingQuestions.rules(plan._id, { state: stateOf(plan), asked })).value?.checks ?? [];
}

/** What a review rests on. */
function stateOf({ version, mails }: Draft["plan"]): string {
  const written = mails.map((mail) => `${mail.variantId} ${mail.version}`).sort();
  return `${version} ${written.join(" ")}`;
}
