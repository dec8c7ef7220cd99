import { faults } from "../en/terminal/faults.ts";
import type { InEachLanguage } from "../language.ts";

export type FaultTexts = typeof faults;
export const faultTexts: InEachLanguage<FaultTexts> = { en: faults };
