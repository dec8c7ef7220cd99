import { leadField } from "./en/leadFields.ts";
import type { InEachLanguage } from "./language.ts";

export type LeadFieldTexts = typeof leadField;
export const leadFieldTexts: InEachLanguage<LeadFieldTexts> = { en: leadField };
