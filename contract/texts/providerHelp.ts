import { providerHelp } from "./en/providerHelp.ts";
import type { InEachLanguage } from "./language.ts";

export type ProviderHelpTexts = typeof providerHelp;
export const providerHelpTexts: InEachLanguage<ProviderHelpTexts> = { en: providerHelp };
