import { recipient } from "../en/pages/recipient.ts";
import type { InEachLanguage } from "../language.ts";

export type RecipientTexts = typeof recipient;
export const recipientTexts: InEachLanguage<RecipientTexts> = { en: recipient };
