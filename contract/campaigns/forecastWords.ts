import type { CampaignReview } from "../schemas/campaignPlan.ts";
import type { ForecastTexts } from "../texts/forecast.ts";

type Forecast = Pick<
  CampaignReview["forecast"],
  "firstMailAt" | "lastMailAt" | "awaitsChoice" | "limitedBy" | "accounts" | "days"
>;

/** When a campaign is done, in words by the wall clock of its zone; `clockOf` writes the time as whoever reads it has it. */
export function forecastWords(
  { firstMailAt, lastMailAt, awaitsChoice = false, limitedBy, accounts, days }: Forecast,
  {
    texts,
    mails,
    now,
    dayOf,
    clockOf,
  }: {
    texts: ForecastTexts;
    /** How many it is of. */
    mails: number;
    now: number;
    /** The day there at a moment: "2026-11-24". */
    dayOf: (at: number) => string;
    clockOf: (at: number) => string;
  },
): string {
  if (firstMailAt === null) return texts.never;
  if (lastMailAt === null) return texts.tooFar({ mails });
  const [date, today] = [dayOf(lastMailAt), dayOf(now)];
  return texts.done({
    date: date === today ? null : date,
    isOtherYear: date.slice(0, 4) !== today.slice(0, 4),
    time: clockOf(lastMailAt),
    days,
    limit: accounts.find(({ credentialId }) => credentialId === limitedBy)?.from ?? null,
    mails,
    awaitsChoice,
  });
}

/** Whether it may begin though nobody is to be mailed yet, so that nothing can be forecast: as a sequence for whoever joins. */
export function awaitsJoiners({
  forecast,
  checks,
}: Pick<CampaignReview, "checks"> & { forecast: Pick<Forecast, "firstMailAt"> }): boolean {
  return forecast.firstMailAt === null && !checks.some(({ stops }) => stops);
}
