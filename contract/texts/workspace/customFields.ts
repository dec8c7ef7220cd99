import { customField } from "../en/workspace/customFields.ts";
import type { InEachLanguage } from "../language.ts";

export type CustomFieldTexts = typeof customField;
export const customFieldTexts: InEachLanguage<CustomFieldTexts> = { en: customField };
