import { terms } from "../en/pages/terms.ts";
import type { InEachLanguage } from "../language.ts";

export type TermsTexts = typeof terms;
export const termsTexts: InEachLanguage<TermsTexts> = { en: terms };
