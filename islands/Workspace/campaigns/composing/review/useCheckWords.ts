import { variantLetter } from "../../../../../contract/campaigns/variantLetter.ts";
import type { CampaignReview, CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";
import { reviewTexts, whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useWords } from "../../../../_data/useWords.ts";

type Check = CampaignReview["checks"][number];

/** Says a check, with the mail that it is about, or with how many of them it is true. */
export function useCheckWords(
  steps: readonly CampaignStep[],
): (alike: readonly [Check, ...Check[]]) => string {
  const texts = useTexts(reviewTexts);
  const what = useTexts(whatTexts);
  const words = useWords();
  return ([{ cause, reason, stepId, variantId }, ...others]) => {
    const why = words(cause, reason);
    if (others.length > 0) return texts.inMails({ mails: others.length + 1, why });
    const place = placeOf(steps, { stepId, variantId });
    return place === null ? why : texts.inMail({ mail: what.mailVariant(place), why });
  };
}

/** Which mail a check is about, where there are several. */
function placeOf(
  steps: readonly CampaignStep[],
  { stepId, variantId }: Pick<Check, "stepId" | "variantId">,
): { mail: number; variant: string | null } | null {
  const isOf = ({ id, variants }: CampaignStep) =>
    id === stepId || variants.some((one) => one.id === variantId);
  const at = steps.findIndex(isOf);
  const variants = steps[at]?.variants ?? [];
  if (at < 0 || (steps.length === 1 && variants.length === 1)) return null;
  const index = variants.findIndex(({ id }) => id === variantId);
  return { mail: at + 1, variant: variants.length > 1 && index >= 0 ? variantLetter(index) : null };
}
