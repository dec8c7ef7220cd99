import { pricing } from "../en/pages/pricing.ts";
import type { InEachLanguage } from "../language.ts";

export type PricingTexts = typeof pricing;
export const pricingTexts: InEachLanguage<PricingTexts> = { en: pricing };
