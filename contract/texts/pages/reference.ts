import { reference } from "../en/pages/reference.ts";
import type { InEachLanguage } from "../language.ts";

export type ReferenceTexts = typeof reference;
export const referenceTexts: InEachLanguage<ReferenceTexts> = { en: reference };
