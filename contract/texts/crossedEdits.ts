import { crossedEdits } from "./en/crossedEdits.ts";
import type { InEachLanguage } from "./language.ts";

export type CrossedEditTexts = typeof crossedEdits;
export const crossedEditTexts: InEachLanguage<CrossedEditTexts> = { en: crossedEdits };
