import { answers } from "./en/answers.ts";
import type { InEachLanguage } from "./language.ts";

export type AnswerTexts = typeof answers;
export const answerTexts: InEachLanguage<AnswerTexts> = { en: answers };
