import { type Language, type Texts, textsIn } from "../../contract/texts/language.ts";

/** The language of the page in the browser. So far there is only English. */
export const pageLanguage: Language = "en";

/** The page's texts, for code outside of components. */
export const pageTexts: Texts = textsIn(pageLanguage);
