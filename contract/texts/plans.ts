import { plans } from "./en/plans.ts";
import type { InEachLanguage } from "./language.ts";

export type PlanTexts = typeof plans;
export const planTexts: InEachLanguage<PlanTexts> = { en: plans };
