import { googleReturn } from "./en/googleReturn.ts";
import type { InEachLanguage } from "./language.ts";

export type GoogleReturnTexts = typeof googleReturn;
export const googleReturnTexts: InEachLanguage<GoogleReturnTexts> = { en: googleReturn };
