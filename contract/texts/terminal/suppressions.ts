import { suppressions } from "../en/terminal/suppressions.ts";
import type { InEachLanguage } from "../language.ts";

export type SuppressionTexts = typeof suppressions;
export const suppressionTexts: InEachLanguage<SuppressionTexts> = { en: suppressions };
