import { help } from "../en/terminal/help.ts";
import type { InEachLanguage } from "../language.ts";

export type HelpTexts = typeof help;
export const helpTexts: InEachLanguage<HelpTexts> = { en: help };
