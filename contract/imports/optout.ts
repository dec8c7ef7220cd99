import { limits } from "../limits.ts";

/**
 * What a cell or a value says about somebody's having unsubscribed: "yes", "no", or "unread" where it is clearly
 * neither. A mail that was not wanted cannot be taken back, so an unread one is asked about, or counts as a yes.
 */
export type OptoutReading = "yes" | "no" | "unread";

/** Reads a text, in the languages that people fill their sheets in. A blank is a no, a date is a yes. */
export function readOptout(text: string): OptoutReading {
  if (text.length > limits.text.optoutMax) return "unread";
  const said = plain(text);
  if (no.has(said)) return "no";
  if (yes.has(said)) return "yes";
  if (/^[-+]?\d+(?:[.,]\d+)?$/.test(said)) return ofNumber(said);
  // "not unsubscribed", "yes/no": what says both says neither.
  const words = said.split(/[^\p{L}\p{N}]+/u);
  if (words.some((word) => denying.has(word))) return "unread";
  if (saysLeft(said) || isDate(said)) return "yes";
  return yesWords.has(words.find((word) => word !== "") ?? "") ? "yes" : "unread";
}

/** Reads a value as programs send it: true, 1, null, or a text like a cell's. */
export function readOptoutValue(value: unknown): OptoutReading {
  if (value === undefined || value === null) return "no";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? readOptout(String(value)) : "unread";
}

/** Whether a text has one of the words for having unsubscribed in it, as headings and values of a status do. */
export function saysLeft(text: string): boolean {
  const said = plain(text.slice(0, limits.text.optoutMax));
  if (no.has(said)) return false;
  // Short words count only where they stand alone: "run subtotal" and "piano email" hold them as well.
  return /\bunsub\b|\bno e ?mails?\b/.test(said) || leaving.test(said.replace(/[^\p{L}\p{N}]+/gu, ""));
}

/** Whether a column of this name says who unsubscribed, and not why they did, or where to. */
export function namesOptout(heading: string): boolean {
  return saysLeft(heading) && !/reason|campaign|comment|url|link|token|grund|motif|motivo/i.test(heading);
}

/** Whether a column of this name may say who unsubscribed by words such as "unsubscribed" and "active". */
export function namesStatus(heading: string): boolean {
  return /stat(us|e\b|o\b)|subscri|newsletter|mailing|marketing|consent|permission|opt.?in|abo\b/i.test(
    heading,
  );
}

/** One spelling of each text: no accents, no wide letters, no quotes or points around it, single spaces. */
function plain(text: string): string {
  const letters = /^[ -~]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  const lower = letters
    .toLowerCase()
    .replace(/[\s_]+|(?<=\p{L})-(?=\p{L})/gu, " ")
    .trim();
  return lower.replace(/^[('"[]+(?=.)|(?<=.)[)'".!\]]+$/g, "");
}

// A date's number as sheets keep it (1954 to 2119), seconds and milliseconds since 1970, or a year.
const numbersOfTimes = [
  [1_990, 2_100],
  [20_000, 80_000],
  [5e8, 5e9],
  [5e11, 5e12],
] as const;

function ofNumber(digits: string): OptoutReading {
  const number = Number(digits.replace(",", "."));
  if (number === 0 || number === 1) return number === 1 ? "yes" : "no";
  if (/^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])(\d{4}|\d{6})?$/.test(digits)) return "yes";
  return numbersOfTimes.some(([first, last]) => number >= first && number <= last) ? "yes" : "unread";
}

/** As people and programs write dates: three groups of digits, or a year, or a month by its name. */
function isDate(said: string): boolean {
  return (
    /(?<!\d)\d{1,4} ?[-/., ] ?\d{1,2} ?[-/., ] ?\d{1,4}(?!\d)/.test(said) ||
    /(?<!\d)(19|20)\d\d(?!\d)/.test(said) ||
    /^(\d{1,2}(st|nd|rd|th)?[-. ]*)?(jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\p{L}*[-., ']+\d{1,4}/u.test(
      said,
    )
  );
}

const leaving =
  /unsubscri|opt(ed|s)?out|abgemeldet|abmeldung|abbestell|ausgetragen|desinscri|desabonn|dadodebaja|desuscri|disiscri|descadastr|uitgeschreven|afgemeld|avregistr|avanmal|avmeld|afmeld|wypisan|odhlas|отпис|donot(e?mail|contact)|blacklisted|blocklisted|suppressed|配信停止|退訂|退订|수신거부/u;

// Each word in the form that `plain` gives it.
const words = (list: string) => list.split(" ").map(plain);
const yesWords = new Set(
  words(
    "yes yep yeah true ja jah oui si sim sí sì vrai wahr waar vero verdadero verdadeiro sant sand da да так ano áno tak prawda igen kyllä evet ναι taip jā はい 是 예 네 כן نعم",
  ),
);
const yes = new Set([
  ...yesWords,
  ...words(
    "y j s t x on + ✓ ✔ ☑ ✅ √ 🗹 ☒ out left removed cleaned bounced bounce complained spam blocked deleted",
  ),
  ...["opt out", "opted out"],
]);
const denying = new Set(
  words(
    "no not never non nein nicht nee niet nej nei ne nie nem não nao false falsch faux falso falsk onwaar fałsz pas нет не ні ei hayır όχι δεν nē いいえ 否 아니요 לא لا",
  ),
);
const no = new Set([
  ...denying,
  ...words(
    "n f off - – — ― . · ☐ □ / none null nil leer blank empty vide vacío vuoto subscribed subscribe resubscribed",
  ),
  ...words("optin angemeldet inscrit abonné suscrito iscritto ingeschreven aangemeld"),
  ...["", "opt in", "opted in", "not unsubscribed", "not opted out", "nicht abgemeldet", "(blank)", "(leer)"],
  ...["0000-00-00", "0000-00-00 00:00:00", "00.00.0000", "00/00/0000"],
]);
