import { apiTester } from "./en/apiTester.ts";
import type { InEachLanguage } from "./language.ts";

export type ApiTesterTexts = typeof apiTester;
export const apiTesterTexts: InEachLanguage<ApiTesterTexts> = { en: apiTester };
