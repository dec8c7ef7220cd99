import { templateVersion } from "../../en/workspace/design/templateVersions.ts";
import type { InEachLanguage } from "../../language.ts";

export type TemplateVersionTexts = typeof templateVersion;
export const templateVersionTexts: InEachLanguage<TemplateVersionTexts> = { en: templateVersion };
