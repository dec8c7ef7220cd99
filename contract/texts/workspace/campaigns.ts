import { campaign } from "../en/workspace/campaigns.ts";
import type { InEachLanguage } from "../language.ts";

export type CampaignTexts = typeof campaign;
export const campaignTexts: InEachLanguage<CampaignTexts> = { en: campaign };
