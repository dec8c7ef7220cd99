import { type Texts, textsIn } from "../../contract/texts/language.ts";
import type { View } from "./view.ts";

/** In which language somebody reads a page, the islands on it too. There is English only as yet. */
export function textsFor(_view: View): Texts {
  return textsIn("en");
}
