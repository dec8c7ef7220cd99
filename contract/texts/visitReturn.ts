import { visitReturn } from "./en/visitReturn.ts";
import type { InEachLanguage } from "./language.ts";

export type VisitReturnTexts = typeof visitReturn;
export const visitReturnTexts: InEachLanguage<VisitReturnTexts> = { en: visitReturn };
