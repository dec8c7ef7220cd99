import { send } from "../en/workspace/sending.ts";
import type { InEachLanguage } from "../language.ts";

export type SendTexts = typeof send;
export const sendTexts: InEachLanguage<SendTexts> = { en: send };
