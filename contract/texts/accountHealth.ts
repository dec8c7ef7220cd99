import { accountHealth } from "./en/accountHealth.ts";
import type { InEachLanguage } from "./language.ts";

export type AccountHealthTexts = typeof accountHealth;
export const accountHealthTexts: InEachLanguage<AccountHealthTexts> = { en: accountHealth };
