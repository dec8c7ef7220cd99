import { providers } from "./en/providers.ts";
import type { InEachLanguage } from "./language.ts";

export type ProviderTexts = typeof providers;
export const providerTexts: InEachLanguage<ProviderTexts> = { en: providers };
