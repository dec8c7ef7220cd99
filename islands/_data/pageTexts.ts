import { type Language, type Texts, textsIn } from "../../contract/texts/language.ts";

/** The language of the page in the browser. There is English only as yet. */
export const pageLanguage: Language = "en";

/** What it says, also for what is no part of a drawing. */
export const pageTexts: Texts = textsIn(pageLanguage);
