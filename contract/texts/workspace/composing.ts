import { composing } from "../en/workspace/composing/page.ts";
import { review } from "../en/workspace/composing/review.ts";
import { what } from "../en/workspace/composing/what.ts";
import { when } from "../en/workspace/composing/when.ts";
import { whom } from "../en/workspace/composing/whom.ts";
import type { InEachLanguage } from "../language.ts";

export type ComposingTexts = typeof composing;
export const composingTexts: InEachLanguage<ComposingTexts> = { en: composing };
export const whomTexts: InEachLanguage<typeof whom> = { en: whom };
export const whatTexts: InEachLanguage<typeof what> = { en: what };
export const whenTexts: InEachLanguage<typeof when> = { en: when };
export const reviewTexts: InEachLanguage<typeof review> = { en: review };
