import { output } from "../en/terminal/output.ts";
import type { InEachLanguage } from "../language.ts";

export type OutputTexts = typeof output;
export const outputTexts: InEachLanguage<OutputTexts> = { en: output };
