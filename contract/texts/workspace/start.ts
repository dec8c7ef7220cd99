import { start } from "../en/workspace/start.ts";
import type { InEachLanguage } from "../language.ts";

export type StartTexts = typeof start;
export const startTexts: InEachLanguage<StartTexts> = { en: start };
