import { lead } from "../en/workspace/leads.ts";
import type { InEachLanguage } from "../language.ts";

export type LeadTexts = typeof lead;
export const leadTexts: InEachLanguage<LeadTexts> = { en: lead };
