import { imports } from "../en/workspace/imports.ts";
import type { InEachLanguage } from "../language.ts";

export type ImportTexts = typeof imports;
export const importTexts: InEachLanguage<ImportTexts> = { en: imports };
