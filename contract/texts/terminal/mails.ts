import { mails } from "../en/terminal/mails.ts";
import type { InEachLanguage } from "../language.ts";

export type MailCommandTexts = typeof mails;
export const mailCommandTexts: InEachLanguage<MailCommandTexts> = { en: mails };
