import { mailCheck } from "../../en/workspace/design/mailChecks.ts";
import type { InEachLanguage } from "../../language.ts";

export type MailCheckTexts = typeof mailCheck;
export const mailCheckTexts: InEachLanguage<MailCheckTexts> = { en: mailCheck };
