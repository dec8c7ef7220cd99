import { setup } from "../en/pages/setup.ts";
import type { InEachLanguage } from "../language.ts";

export type SetupTexts = typeof setup;
export const setupTexts: InEachLanguage<SetupTexts> = { en: setup };
