import { importState } from "../en/workspace/importStates.ts";
import type { InEachLanguage } from "../language.ts";

export type ImportStateTexts = typeof importState;
export const importStateTexts: InEachLanguage<ImportStateTexts> = { en: importState };
