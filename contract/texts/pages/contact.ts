import { contact } from "../en/pages/contact.ts";
import type { InEachLanguage } from "../language.ts";

export type ContactTexts = typeof contact;
export const contactTexts: InEachLanguage<ContactTexts> = { en: contact };
