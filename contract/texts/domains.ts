import { domains } from "./en/domains.ts";
import type { InEachLanguage } from "./language.ts";

export type DomainTexts = typeof domains;
export const domainTexts: InEachLanguage<DomainTexts> = { en: domains };
