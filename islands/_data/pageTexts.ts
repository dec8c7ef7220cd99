import { type Texts, textsIn } from "../../contract/texts/language.ts";

/** The language of the page in the browser, also for what is no part of a drawing. There is English only as yet. */
export const pageTexts: Texts = textsIn("en");
