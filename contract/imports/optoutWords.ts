import { textLimits } from "../limits/text.ts";

/** What people and programs write into a cell for yes, for no, for having left and for having stayed. */

/**
 * One spelling of each text: no accents, no wide letters, no quotes or points around it, single spaces. One that is
 * longer than a word of any list stays as it is: many accents behind one letter would be sorted for seconds.
 */
export function plain(text: string): string {
  if (text.trim().length > textLimits.optoutMax) return text;
  const letters = /^[ -~]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  const lower = letters
    .toLowerCase()
    .replace(/[\s_]+|(?<=\p{L})-(?=\p{L})/gu, " ")
    .trim();
  return lower.replace(/^[('"[]+(?=.)|(?<=.)[)'".!\]]+$/g, "");
}

/** A pattern over texts that `plain` has read: its letters are of the same spelling. */
export function plainPattern(source: string): RegExp {
  return new RegExp(source.normalize("NFKD").replace(/\p{M}/gu, ""), "u");
}

// Each word in the form that `plain` gives it.
const words = (list: string) => list.split(" ").map(plain);

export const yesWords = new Set(
  words(
    "yes yep yeah true ja jah oui si sim sí sì vrai wahr waar vero verdadero verdadeiro sant sand da да так ano áno tak prawda igen kyllä evet ναι taip jā はい 是 예 네 כן نعم",
  ),
);
export const noWords = new Set(
  words(
    "no not never non nein nicht nee niet nej nei ne nie nem não nao false falsch faux falso falsk onwaar fałsz pas нет не ні ei hayır όχι δεν nē いいえ 否 아니요 לא لا",
  ),
);
/** Yes to the heading of the column, whatever that asks. */
export const affirmed = new Set([...yesWords, ...words("y j s t x on + ✓ ✔ ☑ ✅ √ 🗹 ☒")]);
export const denied = new Set([...noWords, ...words("n f off ☐ □")]);
export const blank = new Set([
  ...words("- – — ― . · / none null nil leer blank empty vide vacío vuoto"),
  "",
  "(blank)",
  "(leer)",
  "0000-00-00",
  "0000-00-00 00:00:00",
  "00.00.0000",
  "00/00/0000",
]);
export const left = new Set([
  ...words("out left removed cleaned bounced bounce complained spam blocked deleted"),
  "opt out",
  "opted out",
  "hard bounce",
  "hard bounced",
  "spam complaint",
  "undeliverable",
  "unreachable",
]);
export const stayed = new Set([
  ...words("subscribed subscribe resubscribed"),
  ...words("optin angemeldet inscrit abonné suscrito iscritto ingeschreven aangemeld"),
  "opt in",
  "opted in",
  "not unsubscribed",
  "not opted out",
  "nicht abgemeldet",
]);

/** Whether a text has one of the words for having unsubscribed in it, as headings and values of a status do. */
export function saysLeft(text: string): boolean {
  const said = plain(text.slice(0, textLimits.optoutMax));
  if (denied.has(said) || blank.has(said) || stayed.has(said)) return false;
  // Short words count only where they stand alone: "run subtotal" and "piano email" hold them as well.
  return /\bunsub\b|\bno e ?mails?\b/.test(said) || leaving.test(squeezed(said));
}

/** The letters and digits of a text alone, as headings are written together, with spaces and with signs. */
export function squeezed(said: string): string {
  return said.replace(/[^\p{L}\p{N}]+/gu, "");
}

const leaving = plainPattern(
  "unsubscri|opt(ed|s)?out|abgemeldet|abmeldung|abbestell|ausgetragen|desinscri|desabonn|dadodebaja|desuscri|disiscri|descadastr|uitgeschreven|afgemeld|avregistr|avanmal|avmeld|afmeld|wypisan|odhlas|отпис|donot(e?mail|contact)|blacklisted|blocklisted|suppressed|配信停止|退訂|退订|수신거부",
);
