import { privacy } from "../en/pages/privacy.ts";
import type { InEachLanguage } from "../language.ts";

export type PrivacyTexts = typeof privacy;
export const privacyTexts: InEachLanguage<PrivacyTexts> = { en: privacy };
