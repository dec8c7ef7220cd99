import { mails } from "../en/workspace/mails.ts";
import type { InEachLanguage } from "../language.ts";

export type MailTexts = typeof mails;
export const mailTexts: InEachLanguage<MailTexts> = { en: mails };
