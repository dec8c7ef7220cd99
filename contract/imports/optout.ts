import { textLimits } from "../limits/text.ts";
import {
  affirmed,
  blank,
  denied,
  left,
  noWords,
  plain,
  plainPattern,
  saysLeft,
  squeezed,
  stayed,
  yesWords,
} from "./optoutWords.ts";

/**
 * What a cell or a value says about somebody's having unsubscribed: "yes", "no", or "unread" where it is clearly
 * neither. A mail that was not wanted cannot be taken back, so an unread one is asked about, or counts as a yes.
 */
export type OptoutReading = "yes" | "no" | "unread";

/** Reads a text, in the languages that people fill their sheets in. A blank is a no, a date is a yes. */
export function readOptout(text: string): OptoutReading {
  if (text.length > textLimits.optoutMax) return "unread";
  const said = plain(text);
  if (denied.has(said) || blank.has(said) || stayed.has(said)) return "no";
  if (affirmed.has(said) || left.has(said)) return "yes";
  if (isNumber(said)) return readNumber(said);
  // "not unsubscribed", "yes/no": what says both says neither.
  const words = said.split(/[^\p{L}\p{N}]+/u);
  if (words.some((word) => noWords.has(word))) return "unread";
  if (saysLeft(said) || isDate(said)) return "yes";
  return yesWords.has(words.find((word) => word !== "") ?? "") ? "yes" : "unread";
}

/** Reads a value as programs send it: true, 1, null, or a text like a cell's. */
export function readOptoutValue(value: unknown): OptoutReading {
  if (value === undefined || value === null) return "no";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? readOptout(String(value)) : "unread";
}

/** Whether a column of this name says who unsubscribed or cannot be reached by mail: not why or how often, nor where to. */
export function namesOptout(heading: string): boolean {
  const letters = squeezed(plain(heading.slice(0, textLimits.optoutMax)));
  if (isOtherChannel(letters)) return false;
  // Only of whoever bounced there is a reason of it, which a person is asked about.
  if (/bounced?reason$/.test(letters)) return true;
  return !otherMatter.test(letters) && (saysLeft(heading) || unmailed.test(letters));
}

/** A no to short messages or calls is none to mails. */
function isOtherChannel(letters: string): boolean {
  return (
    /sms|mms|whatsapp|viber|fax|phone|telefon|voice|push/.test(letters) && !/mail|newsletter/.test(letters)
  );
}

/** What other programs call the columns of who bounced, complained or was blocked. */
const unmailed =
  /blacklist|blocklist|suppression|^suppress|hardbounced?$|^(?:email|portal|global)?bounced?(?:on|at|date|time)?$|^clean(?:ed)?time$|spamreport|spamcomplaint|complained|markedasspam|excludedfrom(?:campaign|mail|newsletter)|^emaildisabled$|^(?:deactivated|deaktiviert)(?:on|at|am|date|time)?$|^emaildnc$|^dncemail$|^isunsub|^baja(?:(?:del?)?(?:newsletter|boletin|email|correo))?$/;
const otherMatter =
  /reason|campaign(?!s?$)|comment|url|link|token|count|number|grund|motif|motivo|title$|source$/;

/** Whether a column of this name may say who unsubscribed by words such as "unsubscribed" and "active". */
export function namesStatus(heading: string): boolean {
  const title = plain(heading.slice(0, textLimits.optoutMax));
  return ofStatus.test(title) && !isOtherChannel(squeezed(title));
}

const ofStatus = plainPattern(
  "stat(us|ut|e\\b|o\\b)|estado|situacao|durum|ステータス|状態|状态|subscri|newsletter|mailing|marketing|consent|permission|opt.?in|abo\\b",
);

// A date's number as sheets keep it (1954 to 2119), seconds and milliseconds since 1970, or a year.
const numbersOfTimes = [
  [1_990, 2_100],
  [20_000, 80_000],
  [5e8, 5e9],
  [5e11, 5e12],
] as const;

export function isNumber(said: string): boolean {
  return /^[-+]?\d+(?:[.,]\d+)?$/.test(said);
}

/** One and the number of a day or a moment are a yes, zero is a no. */
export function readNumber(digits: string): OptoutReading {
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
