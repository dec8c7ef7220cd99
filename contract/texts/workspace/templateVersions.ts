import { templateVersion } from "../en/workspace/templateVersions.ts";
import type { InEachLanguage } from "../language.ts";

export type TemplateVersionTexts = typeof templateVersion;
export const templateVersionTexts: InEachLanguage<TemplateVersionTexts> = { en: templateVersion };
