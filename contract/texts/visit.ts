import { visit } from "./en/visit.ts";
import type { InEachLanguage } from "./language.ts";

export type VisitTexts = typeof visit;
export const visitTexts: InEachLanguage<VisitTexts> = { en: visit };
