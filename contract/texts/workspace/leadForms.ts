import { leadForm } from "../en/workspace/leadForms.ts";
import type { InEachLanguage } from "../language.ts";

export type LeadFormTexts = typeof leadForm;
export const leadFormTexts: InEachLanguage<LeadFormTexts> = { en: leadForm };
