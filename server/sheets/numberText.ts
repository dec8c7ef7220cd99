import { withoutCurrency } from "../../contract/leads/readFieldValue.ts";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { type DateFormat, dateFormat, dateText, type NumberFormat } from "./dateText.ts";

export type NumberWriter = (value: number, format: NumberFormat) => string;

// General, text, and powers of ten: Excel puts long numbers in the last on its own, and a phone must come out whole.
const plainFormats = new Set<NumberFormat>([undefined, 0, 11, 48, 49, "", "@"]);

/** Whether numbers in this format are written digit by digit. */
export function isPlainFormat(given: NumberFormat): boolean {
  if (plainFormats.has(given)) return true;
  if (typeof given !== "string") return false;
  // A longer one is no program's, and not looked at.
  if (given.length > sheetLimits.numberFormatCharactersMax) return true;
  return /^general$|[0#?]E[+-]/i.test(withoutLanguage(given));
}

/**
 * A format without the language that its words are in, as in "[$-407]0", which LibreOffice writes with any cell that is in
 * another one than its file: where no currency is named, SheetJS puts a dollar sign.
 */
function withoutLanguage(format: string): string {
  return format.replaceAll(/\[\$-[^[\]]*\]/g, "");
}

/** The number in decimal digits, never in powers of ten, with the 15 digits that a sheet keeps. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  if (!Number.isFinite(value)) return "";
  const kept = Number(value.toPrecision(15));
  // From 1e21 on, and below a millionth, numbers write themselves in powers of ten.
  if (Math.abs(kept) >= 1e21) return BigInt(kept).toString();
  const text = String(kept);
  return text.includes("e") ? kept.toFixed(decimalsMax).replace(/\.?0+$/, "") : text;
}

/** As many as are read of a number: see `readNumber`. */
const decimalsMax = 20;

/**
 * What a format makes of a number, as it can be read again, since a text is all that goes on: without commas between the
 * thousands of a whole one, as "1,234" could be one and a bit too, and what accountants write as "-" or "(5)" as 0 or -5; of an
 * amount of money too.
 */
function readable(text: string, value: number): string {
  const shown = text.trim();
  if (value === 0 && withoutCurrency(shown) === "-") return "0";
  const inner = shown.replace(/[()]/g, "");
  const isNegative = value < 0 && inner !== shown && /^[\d,]+(?:\.\d+)?$/.test(withoutCurrency(inner.trim()));
  const written = isNegative ? `-${inner.trim()}` : shown;
  if (/^-?\d{1,3}(?:,\d{3})+$/.test(withoutCurrency(written))) return written.replaceAll(",", "");
  return isNegative ? written : text;
}

type Formatter = { format(format: string | number, value: number, options: { date1904: boolean }): string };

/**
 * Loads SheetJS's number formatter, so that numbers come out as people see them. Only sheets with formatted numbers
 * need it, so it is loaded late. Dates are read by ourselves: SheetJS refuses formats that many programs write, such
 * as "dd.mm.yyyy", and what a date means must not hang on its looks. They count from 1904 in workbooks of old Macs.
 */
export async function loadNumberWriter(options: { countsFrom1904: boolean }): Promise<NumberWriter> {
  const { SSF } = (await import("xlsx")) as { SSF: Formatter };
  const kinds = new Map<NumberFormat, DateFormat | null>();
  const shownBy = new Map<string | number, string | number>();
  const kindOf = (format: NumberFormat) => {
    const known = kinds.get(format);
    if (known !== undefined) return known;
    const kind = dateFormat(format);
    kinds.set(format, kind);
    return kind;
  };
  const shownOf = (format: string | number) => {
    const known = shownBy.get(format);
    if (known !== undefined) return known;
    const shown = typeof format === "string" ? withoutLanguage(format) : format;
    shownBy.set(format, shown);
    return shown;
  };
  return (value, format) => {
    if (format === undefined || isPlainFormat(format)) return plainNumber(value);
    const kind = kindOf(format);
    if (kind !== null) return dateText(value, { ...options, ...kind }) ?? plainNumber(value);
    try {
      const text = SSF.format(shownOf(format), value, { date1904: options.countsFrom1904 });
      return text === "" ? plainNumber(value) : readable(text, value);
    } catch {
      // A format that only its author's program understands must not cost the row.
      return plainNumber(value);
    }
  };
}
