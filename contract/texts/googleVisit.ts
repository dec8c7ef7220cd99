import { googleVisit } from "./en/googleVisit.ts";
import type { InEachLanguage } from "./language.ts";

export type GoogleVisitTexts = typeof googleVisit;
export const googleVisitTexts: InEachLanguage<GoogleVisitTexts> = { en: googleVisit };
