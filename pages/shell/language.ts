import type { Language } from "../../contract/texts/language.ts";
import type { View } from "./view.ts";

/** In which language somebody reads a page, the islands on it too. There is English only as yet. */
export function languageFor(_view: View): Language {
  return "en";
}
