import { clock } from "./en/clock.ts";
import type { InEachLanguage } from "./language.ts";

export type ClockTexts = typeof clock;
export const clockTexts: InEachLanguage<ClockTexts> = { en: clock };
