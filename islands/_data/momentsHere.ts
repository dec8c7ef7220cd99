import { momentsIn } from "../../contract/sentences/moments.ts";
import { pageLanguage } from "./pageTexts.ts";

/** Writes days and times as every part of this page does: in its language, by the clock of whoever reads it. */
export function momentsHere(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return momentsIn(pageLanguage, parts);
}
