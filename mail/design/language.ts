import type { Values } from "./design.ts";

/** The tag of the language that a mail is written in (RFC 5646); "" if nobody has said which. */
export function languageOf(bodyValues: Values): string {
  return typeof bodyValues._lang === "string" ? bodyValues._lang : "";
}

/** Scripts that are written from right to left, of languages in use. */
const fromTheRight = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

/** "rtl" of a mail in a language that is written from right to left, as far as its tag tells; undefined of all others. */
export function directionOf(bodyValues: Values): "rtl" | undefined {
  const language = languageOf(bodyValues);
  if (language === "") return undefined;
  try {
    const { script = "" } = new Intl.Locale(language).maximize();
    return fromTheRight.has(script) ? "rtl" : undefined;
  } catch {
    // It has the form of a tag and is none, such as one with the same part twice.
    return undefined;
  }
}
