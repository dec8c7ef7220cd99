import { campaigns } from "../en/terminal/campaigns.ts";
import type { InEachLanguage } from "../language.ts";

export type CampaignTexts = typeof campaigns;
export const campaignTexts: InEachLanguage<CampaignTexts> = { en: campaigns };
