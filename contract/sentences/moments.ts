import type { Language } from "../texts/language.ts";

type Parts = Intl.DateTimeFormatOptions;

const made = new Map<string, Intl.DateTimeFormat>();
let readersLocale: string | undefined;

/** A terminal writes all days and times in one way: its runtime does not know what its reader is used to. */
export const terminalLocale = "en-GB";

/** From now on days and times in sentences are written as they are where this locale is spoken. */
export function writeMomentsAs(locale: string): void {
  readersLocale = locale;
  made.clear();
}

/**
 * Writes days and times in the words of a language, by the clock of whoever reads: sentences are in that language, so a
 * Friday in them is too, while twelve or twenty-four hours are a habit that one has in all of them.
 */
export function momentsIn(language: Language, parts: Parts): Intl.DateTimeFormat {
  const key = JSON.stringify([language, parts]);
  const known = made.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(...readersWay(language, parts));
  made.set(key, format);
  return format;
}

/** Who reads in this very language has its days as in their own country: "26 Nov" in Britain, "Nov 26" in the States. */
function readersWay(language: Language, parts: Parts): [string, Parts] {
  const { locale, hourCycle } = new Intl.DateTimeFormat(readersLocale, { hour: "numeric" }).resolvedOptions();
  const own = new Intl.Locale(locale);
  return [own.language === language ? own.baseName : language, { ...parts, ...(hourCycle && { hourCycle }) }];
}
