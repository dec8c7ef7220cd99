import type { CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { whenTexts } from "../../../../../contract/texts/workspace/composing.ts";
import type { Loaded } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useComposing } from "../draft/useDraft.ts";
import { useForecastText } from "./useForecastText.ts";

/** When it will be done, as far as that can be told, and which account takes longest. */
export function ForecastLine({ review }: { review: Loaded<CampaignReview | null> }) {
  const texts = useTexts(whenTexts);
  const { draft } = useComposing();
  const textOf = useForecastText(draft.plan);
  const forecast = review.value?.forecast;
  if (forecast === undefined || forecast.firstMailAt === null) return null;
  return (
    <p className="forecast" role="status" aria-busy={review.refreshing}>
      <strong>{texts.forecast}</strong> {textOf(forecast)}
    </p>
  );
}
