import { progress } from "../en/terminal/progress.ts";
import type { InEachLanguage } from "../language.ts";

export type ProgressTexts = typeof progress;
export const progressTexts: InEachLanguage<ProgressTexts> = { en: progress };
