import type { Endpoint } from "../endpoint.ts";
import {
  breakdownQuery,
  campaignBreakdown,
  campaignCauses,
  campaignHeat,
  campaignPicture,
  campaignTimes,
  comparedCampaigns,
  compareQuery,
  heatQuery,
  pictureQuery,
  timesQuery,
} from "../schemas/campaignInsight.ts";
import { withId } from "../schemas/fields.ts";

const looked = { tag: "Campaigns", access: "session", params: withId, refusals: ["not_found"] } as const;
/** Beyond a campaign's own sums, which every plan has. */
const analysed = { ...looked, refusals: ["not_found", "plan_limit"] } as const;

/** What became of a campaign, and of whom. Numbers are people; machines stand apart. */
export const campaignInsightEndpoints = {
  "GET /amplify/campaigns/compare": {
    tag: "Campaigns",
    summary: "Up to four campaigns beside each other, each from its first mail on",
    access: "session",
    query: compareQuery,
    answer: comparedCampaigns,
    refusals: ["not_found", "plan_limit"],
  },
  "GET /amplify/campaigns/{id}/times": {
    ...analysed,
    summary: "When it was sent, opened, clicked, and when people opted out",
    query: timesQuery,
    answer: campaignTimes,
  },
  "GET /amplify/campaigns/{id}/breakdown": {
    ...analysed,
    summary: "The same by step, variant, account, link, or domain of the recipients",
    query: breakdownQuery,
    answer: campaignBreakdown,
  },
  "GET /amplify/campaigns/{id}/causes": {
    ...looked,
    summary: "Why mails failed, wait or were left out, by cause",
    answer: campaignCauses,
  },
  "GET /amplify/campaigns/{id}/clicks": {
    ...analysed,
    summary: "A mail of it with who followed which link",
    query: heatQuery,
    answer: campaignHeat,
  },
  "GET /amplify/campaigns/{id}/picture": {
    ...looked,
    summary: "How far its mails came, as bars",
    query: pictureQuery,
    answer: campaignPicture,
  },
  "GET /amplify/campaigns/{id}/deliveries.csv": {
    ...looked,
    summary: "The whole ledger as a file for spreadsheet programs",
    answer: "text/csv",
  },
} as const satisfies Record<string, Endpoint>;
