import { site } from "../en/pages/shell.ts";
import type { InEachLanguage } from "../language.ts";

export type SiteTexts = typeof site;
export const siteTexts: InEachLanguage<SiteTexts> = { en: site };
