import { titles } from "../en/pages/titles.ts";
import type { InEachLanguage } from "../language.ts";

export type TitleTexts = typeof titles;
export const titleTexts: InEachLanguage<TitleTexts> = { en: titles };
