import { keys } from "../en/terminal/keys.ts";
import type { InEachLanguage } from "../language.ts";

export type TerminalKeyTexts = typeof keys;
export const terminalKeyTexts: InEachLanguage<TerminalKeyTexts> = { en: keys };
