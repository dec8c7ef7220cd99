import { landing } from "../en/pages/landing.ts";
import type { InEachLanguage } from "../language.ts";

export type LandingTexts = typeof landing;
export const landingTexts: InEachLanguage<LandingTexts> = { en: landing };
