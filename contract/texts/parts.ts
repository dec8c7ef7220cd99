import { part } from "./en/parts.ts";
import type { InEachLanguage } from "./language.ts";

export type PartTexts = typeof part;
export const partTexts: InEachLanguage<PartTexts> = { en: part };
