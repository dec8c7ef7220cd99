import { createContext, useContext } from "react";
import { type InEachLanguage, type Texts, textsIn } from "../../contract/texts/language.ts";

/** The language in which a page speaks. */
export const TextsContext = createContext<Texts>(textsIn("en"));

/** What a feature says to whoever looks at this page. */
export function useTexts<T>(feature: InEachLanguage<T>): T {
  return useContext(TextsContext)(feature);
}
