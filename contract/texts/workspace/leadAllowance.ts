import { leadAllowance } from "../en/workspace/leadAllowance.ts";
import type { InEachLanguage } from "../language.ts";

export type LeadAllowanceTexts = typeof leadAllowance;
export const leadAllowanceTexts: InEachLanguage<LeadAllowanceTexts> = { en: leadAllowance };
