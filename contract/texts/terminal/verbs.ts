import { verbs } from "../en/terminal/verbs.ts";
import type { InEachLanguage } from "../language.ts";

export type VerbTexts = typeof verbs;
export const verbTexts: InEachLanguage<VerbTexts> = { en: verbs };
