import { forecastWords } from "../../../../../contract/campaigns/forecastWords.ts";
import type { CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { forecastTexts } from "../../../../../contract/texts/forecast.ts";
import { momentsHere } from "../../../../_data/momentsHere.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import type { Draft } from "../draft/draftSaver.ts";
import { wallTime } from "./zones.ts";

/** When a campaign is done, in words by its zone's clock, in the twelve or twenty-four hours of whoever reads it. */
export function useForecastText({
  zone,
  steps,
}: Draft["plan"]): (forecast: CampaignReview["forecast"]) => string {
  const texts = useTexts(forecastTexts);
  const clock = () => momentsHere({ timeZone: zone, hour: "numeric", minute: "2-digit" });
  return (forecast) =>
    forecastWords(forecast, {
      texts,
      mails: steps.length,
      now: Date.now(),
      dayOf: (at) => wallTime(zone, at).slice(0, "2026-11-24".length),
      clockOf: (at) => clock().format(at),
    });
}
