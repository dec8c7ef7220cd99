import { createContext, useContext } from "react";
import type { InEachLanguage, Texts } from "../../contract/texts/language.ts";
import { pageTexts } from "./pageTexts.ts";

/** The language in which a page speaks. */
export const TextsContext = createContext<Texts>(pageTexts);

/** What a feature says to whoever looks at this page. */
export function useTexts<T>(feature: InEachLanguage<T>): T {
  return useContext(TextsContext)(feature);
}
