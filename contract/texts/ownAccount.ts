import { ownAccount } from "./en/ownAccount.ts";
import type { InEachLanguage } from "./language.ts";

export type OwnAccountTexts = typeof ownAccount;
export const ownAccountTexts: InEachLanguage<OwnAccountTexts> = { en: ownAccount };
