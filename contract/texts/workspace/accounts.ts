import { account } from "../en/workspace/accounts.ts";
import type { InEachLanguage } from "../language.ts";

export type AccountTexts = typeof account;
export const accountTexts: InEachLanguage<AccountTexts> = { en: account };
