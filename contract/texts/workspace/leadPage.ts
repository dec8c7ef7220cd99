import { leadPage } from "../en/workspace/leadPage.ts";
import type { InEachLanguage } from "../language.ts";

export type LeadPageTexts = typeof leadPage;
export const leadPageTexts: InEachLanguage<LeadPageTexts> = { en: leadPage };
