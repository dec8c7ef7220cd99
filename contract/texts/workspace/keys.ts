import { keys } from "../en/workspace/keys.ts";
import type { InEachLanguage } from "../language.ts";

export type KeyTexts = typeof keys;
export const keyTexts: InEachLanguage<KeyTexts> = { en: keys };
