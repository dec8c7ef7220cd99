import { newPassword } from "./en/newPassword.ts";
import type { InEachLanguage } from "./language.ts";

export type NewPasswordTexts = typeof newPassword;
export const newPasswordTexts: InEachLanguage<NewPasswordTexts> = { en: newPassword };
