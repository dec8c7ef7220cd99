import { crossedEdits } from "../en/workspace/crossedEdits.ts";
import type { InEachLanguage } from "../language.ts";

export type CrossedEditTexts = typeof crossedEdits;
export const crossedEditTexts: InEachLanguage<CrossedEditTexts> = { en: crossedEdits };
