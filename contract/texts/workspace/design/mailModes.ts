import { mailMode } from "../../en/workspace/design/mailModes.ts";
import type { InEachLanguage } from "../../language.ts";

export type MailModeTexts = typeof mailMode;
export const mailModeTexts: InEachLanguage<MailModeTexts> = { en: mailMode };
