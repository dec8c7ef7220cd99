import { skipped } from "./en/skipped.ts";
import type { InEachLanguage } from "./language.ts";

export type SkippedTexts = typeof skipped;
export const skippedTexts: InEachLanguage<SkippedTexts> = { en: skipped };
