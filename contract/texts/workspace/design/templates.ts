import { template } from "../../en/workspace/design/templates.ts";
import type { InEachLanguage } from "../../language.ts";

export type TemplateTexts = typeof template;
export const templateTexts: InEachLanguage<TemplateTexts> = { en: template };
