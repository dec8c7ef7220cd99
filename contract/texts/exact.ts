import { exact } from "./en/exact.ts";
import type { InEachLanguage } from "./language.ts";

export type ExactTexts = typeof exact;
export const exactTexts: InEachLanguage<ExactTexts> = { en: exact };
