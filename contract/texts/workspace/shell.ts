import { shell } from "../en/workspace/shell.ts";
import type { InEachLanguage } from "../language.ts";

export type ShellTexts = typeof shell;
export const shellTexts: InEachLanguage<ShellTexts> = { en: shell };
