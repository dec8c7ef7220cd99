import type { Cause } from "../../contract/reasons.ts";
import { english } from "../../contract/sentences/en.ts";
import { sentenceOf } from "../../contract/sentences/sentence.ts";
import { type Texts, textsIn } from "../../contract/texts/language.ts";

/** A reason in the language that the server speaks: one for everybody as yet, chosen here alone. */
export function inWords(cause: Cause): string {
  return sentenceOf(cause, english);
}

/** Whatever else the server says to somebody. */
export const inTexts: Texts = textsIn("en");
