import { reading } from "../en/workspace/reading.ts";
import type { InEachLanguage } from "../language.ts";

export type ReadingTexts = typeof reading;
export const readingTexts: InEachLanguage<ReadingTexts> = { en: reading };
