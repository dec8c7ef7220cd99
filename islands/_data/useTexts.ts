import { createContext, useContext } from "react";
import type { InEachLanguage, Texts } from "../../contract/texts/language.ts";
import { pageTexts } from "./pageTexts.ts";

/** The texts in the language of the page. */
export const TextsContext = createContext<Texts>(pageTexts);

/** A feature's texts in the language of this page. */
export function useTexts<T>(feature: InEachLanguage<T>): T {
  return useContext(TextsContext)(feature);
}
