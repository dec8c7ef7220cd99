import type { ReasonParams } from "../../../contract/reasons.ts";
import { english } from "../../../contract/sentences/en.ts";
import type { Sentence, Sentences } from "../../../contract/sentences/sentence.ts";
import { type Texts, textsIn } from "../../../contract/texts/language.ts";

/** A second language: English with every text in marks. */
export const marked: Texts = (feature) => inMarks(textsIn("en")(feature)) as (typeof feature)["en"];

function inMarks(said: unknown): unknown {
  if (typeof said === "string") return `⟦${said}⟧`;
  if (typeof said === "function") return (...given: unknown[]) => inMarks(said(...given.map(markingWords)));
  if (Array.isArray(said)) return said.map(inMarks);
  if (typeof said !== "object" || said === null || "$$typeof" in said) return said;
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, inMarks(value)]));
}

/** What puts markup around some words of a sentence is given those words in marks. */
function markingWords(given: unknown): unknown {
  if (typeof given === "function") return (words: string) => given(`⟦${words}⟧`);
  if (typeof given !== "object" || given === null || "$$typeof" in given || Array.isArray(given))
    return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, markingWords(value)]));
}

/** How that language says reasons. It has to have them all, or this does not compile. */
export const markedSentences = Object.fromEntries(
  Object.entries(english).map(([code, sentence]) => [
    code,
    (...said: Parameters<Sentence<unknown>>) => `⟦${(sentence as Sentence<unknown>)(...said)}⟧`,
  ]),
) as unknown as Sentences<ReasonParams>;

/** Whatever is read or heard of some HTML and stands in no marks; `data` is what people and servers put in. */
export function bareTexts(html: string, data: readonly string[] = []): string[] {
  const read = [
    ...html.replaceAll(/<(style|script)\b.*?<\/\1>/gs, "").matchAll(/>([^<>]+)</g),
    ...html.matchAll(/\s(?:aria-label|aria-description|title|placeholder|alt)="([^"]*)"/g),
  ].map(([, text = ""]) => text);
  return read
    .map((text) => text.replaceAll(/&\w+;/g, ""))
    .map((text) => data.reduce((rest, known) => rest.replaceAll(known, ""), withoutMarks(text)).trim())
    .filter((text) => /\p{L}/u.test(text));
}

/** What of a text stands in no marks. */
export function withoutMarks(text: string): string {
  const rest = text.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
  return rest === text ? text : withoutMarks(rest);
}
