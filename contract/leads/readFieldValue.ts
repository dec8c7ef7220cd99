import { withoutControlCharacters } from "../controlCharacters.ts";
import { affirmed, blank, denied, plain } from "../imports/optoutWords.ts";
import { joinedAccents } from "../joinedAccents.ts";
import { leadLimits } from "../limits/leads.ts";
import { type Reason, reason } from "../reasons.ts";
import type { FieldDefinition, FieldKind, FieldValue } from "./customFields.ts";

type Kinded = Pick<FieldDefinition, "key" | "label" | "kind" | "choices">;
type Unfit = Extract<Reason, { code: `field_value_${string}` }>;
export type ReadValue = { ok: true; value: FieldValue | null } | { ok: false; reason: Unfit };

/** A value as somebody wrote it, in the form in which a lead keeps it: null where there is none, or why it does not fit. */
export function readFieldValue(field: Kinded, given: unknown): ReadValue {
  if (given === null || given === undefined) return nothing;
  if (typeof given === "string" && (given.trim() === "" || saysNothing(field, given))) return nothing;
  const value = readers[field.kind](given, field);
  return value === null ? { ok: false, reason: unfit(field) } : { ok: true, value };
}

const nothing: ReadValue = { ok: true, value: null };

/** "-" and "none" are what sheets have where a yes or a no would stand. */
function saysNothing({ kind }: Kinded, text: string): boolean {
  return kind === "yesNo" && blank.has(plain(text));
}

type Reader = (given: unknown, field: Kinded) => FieldValue | null;

const readers: Record<FieldKind, Reader> = {
  text: (given) => {
    if (typeof given === "object") return null;
    const text = withoutControlCharacters(String(given)).trim();
    return text.length <= leadLimits.fieldTextMax ? joinedAccents(text, leadLimits.fieldTextMax) : null;
  },
  number: (given) => {
    const number = typeof given === "string" ? readNumber(given) : given;
    return typeof number === "number" && Math.abs(number) <= leadLimits.fieldNumberMax ? number : null;
  },
  date: (given) => (typeof given === "string" ? readDate(given) : null),
  yesNo: (given) => (typeof given === "boolean" ? given : readYesNo(given)),
  choice: (given, { choices }) => {
    if (typeof given !== "string" && typeof given !== "number") return null;
    const text = String(given).trim();
    const name = choiceName(text);
    // One of before may differ from another by its spaces alone, and is meant where it is named as it was read.
    const meant =
      choices.find((choice) => choice.name === text) ??
      choices.find((choice) => choiceName(choice.name) === name);
    return meant?.id ?? null;
  },
};

/** Choices are told apart by this: neither case nor spaces at the ends, several or of another kind make another one. */
export function choiceName(name: string): string {
  return joinedAccents(name.trim(), leadLimits.choiceNameMax).toLowerCase().replace(/\s+/g, " ");
}

function unfit({ key, label, kind, choices }: Kinded): Unfit {
  switch (kind) {
    case "text":
      return reason("field_value_too_long", { key, field: label, max: leadLimits.fieldTextMax });
    case "number":
      return reason("field_value_not_number", { key, field: label });
    case "date":
      return reason("field_value_not_date", { key, field: label });
    case "yesNo":
      return reason("field_value_not_yes_no", { key, field: label });
    case "choice":
      return reason("field_value_no_choice", { key, field: label, choices: choices.map(({ name }) => name) });
  }
}

/**
 * A number as people write it, or null. A single point is decimal, and so is a single comma, unless three digits follow
 * it: "1,234" is a thousand to some and one and a bit to others, so it is nobody's to guess. Where both stand, or groups
 * of three repeat, there is only one way to read it: "1.234,5", "1,234.50", "1 234 567". The currency of an amount is left out.
 */
export function readNumber(text: string): number | null {
  const written = withoutCurrency(text.trim().replace("\u2212", "-"));
  const digits = plainNumber.test(written) ? written : groupsRemoved(written);
  if (digits === null) return null;
  const number = Number(digits);
  return Number.isFinite(number) ? number : null;
}

/** Signs of currencies, and what is written in their place; not every three capitals, as codes have these too. */
const currency =
  "(?:\\p{Sc}|EUR|USD|GBP|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|TRY|JPY|CNY|INR|CAD|AUD|NZD|BRL|MXN|ZAR|kr\\.?|zł|Kč|Ft)";
const currencyBefore = new RegExp(`^${currency}`, "iu");
const currencyBehind = new RegExp(`${currency}$`, "iu");

/** "-$3.50" and "-3.50 €" are "-3.50". */
export function withoutCurrency(written: string): string {
  const sign = /^[-+]/.exec(written)?.[0] ?? "";
  const amount = written.slice(sign.length).trimStart();
  const bare = amount.replace(currencyBefore, "").replace(currencyBehind, "").trim();
  return bare === amount ? written : `${sign}${bare}`;
}

const plainNumber = /^[-+]?\d{1,20}(?:\.\d{1,20})?$/;

function groupsRemoved(written: string): string | null {
  if (/^[-+]?\d{1,20},(?:\d{1,2}|\d{4,20})$/.test(written) || /^[-+]?0,\d{1,20}$/.test(written))
    return written.replace(",", ".");
  const [, sign = "", whole = "", decimal = ""] =
    /^([-+]?)(\d{1,3}(?:([., '’\u00a0\u202f])\d{3})(?:\3\d{3}){0,5})((?!\3)[.,]\d{1,20})?$/
      .exec(written)
      ?.toSpliced(3, 1) ?? [];
  if (whole === "") return null;
  const separators = whole.match(/\D/g) ?? [];
  const isUnambiguous = separators.length > 1 || decimal !== "" || !/[.,]/.test(separators[0] ?? "");
  return isUnambiguous ? `${sign}${whole.replace(/\D/g, "")}${decimal.replace(",", ".")}` : null;
}

/**
 * A day as YYYY-MM-DD, or null. Sheets are read into that form, with a time behind it perhaps; "15.1.2024" has one
 * reading alone as well. With strokes it has two, so it is nobody's to guess.
 */
export function readDate(text: string): string | null {
  const written = text.trim();
  const iso =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      written,
    );
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(written);
  return dotted === null ? null : dayOf(dotted[3], dotted[2], dotted[1]);
}

function dayOf(year = "", month = "", day = ""): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // The thirtieth of February would become a day in March.
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text) ? text : null;
}

/** The same words as in a column that says who unsubscribed: see `optoutWords.ts`. */
export function readYesNo(given: unknown): boolean | null {
  if (typeof given !== "string" && typeof given !== "number") return null;
  const said = plain(String(given));
  if (said === "1" || affirmed.has(said)) return true;
  return said === "0" || denied.has(said) ? false : null;
}
