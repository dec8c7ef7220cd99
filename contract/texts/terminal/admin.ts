import { admin } from "../en/terminal/admin.ts";
import type { InEachLanguage } from "../language.ts";

export type AdminTexts = typeof admin;
export const adminTexts: InEachLanguage<AdminTexts> = { en: admin };
