import { api } from "../en/workspace/api.ts";
import type { InEachLanguage } from "../language.ts";

export type ApiTexts = typeof api;
export const apiTexts: InEachLanguage<ApiTexts> = { en: api };
