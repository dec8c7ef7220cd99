import { optouts } from "../en/workspace/optouts.ts";
import type { InEachLanguage } from "../language.ts";

export type OptoutsTexts = typeof optouts;
export const optoutsTexts: InEachLanguage<OptoutsTexts> = { en: optouts };
