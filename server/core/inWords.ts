import { z } from "zod";
import { ruleWithoutWords } from "../../contract/brokenRules.ts";
import type { Cause } from "../../contract/reasons.ts";
import { brokenRule } from "../../contract/sentences/en/brokenRules.ts";
import { english } from "../../contract/sentences/en.ts";
import { type Catalogue, sentenceOf } from "../../contract/sentences/sentence.ts";
import { type Texts, textsIn } from "../../contract/texts/language.ts";

/** The language that the server and its commands speak: one for everybody as yet, chosen here alone. */
export const spoken: { sentences: Catalogue; texts: Texts } = { sentences: english, texts: textsIn("en") };

/** A reason in that language. */
export function inWords(cause: Cause): string {
  return sentenceOf(cause, spoken.sentences);
}

// What a rule of any schema says that has no words of its own.
z.config({ customError: ruleWithoutWords(brokenRule) });

/** Whatever else is said in it. Asked for when it is said, and not while modules are loaded. */
export const inTexts: Texts = (feature) => spoken.texts(feature);
