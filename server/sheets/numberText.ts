import { sheetLimits } from "../../contract/limits/sheet.ts";
import { type DateFormat, dateFormat, dateText, type NumberFormat } from "./dateText.ts";

export type NumberWriter = (value: number, format: NumberFormat) => string;

// General, text, and powers of ten: Excel puts long numbers in the last on its own, and a phone must come out whole.
const plainFormats = new Set<NumberFormat>([undefined, 0, 11, 48, 49, "", "@"]);

/** Whether numbers in this format are written digit by digit. */
export function isPlainFormat(format: NumberFormat): boolean {
  if (plainFormats.has(format)) return true;
  if (typeof format !== "string") return false;
  return format.length > sheetLimits.numberFormatCharactersMax || /^general$|[0#?]E[+-]/i.test(format);
}

/** The number in decimal digits, never in powers of ten, with the 15 digits that a sheet keeps. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  if (!Number.isFinite(value)) return "";
  const kept = Number(value.toPrecision(15));
  // From 1e21 on, numbers write themselves in powers of ten.
  return Math.abs(kept) < 1e21 ? String(kept) : BigInt(kept).toString();
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
  const kindOf = (format: NumberFormat) => {
    const known = kinds.get(format);
    if (known !== undefined) return known;
    const kind = dateFormat(format);
    kinds.set(format, kind);
    return kind;
  };
  return (value, format) => {
    if (format === undefined || isPlainFormat(format)) return plainNumber(value);
    const kind = kindOf(format);
    if (kind !== null) return dateText(value, { ...options, ...kind }) ?? plainNumber(value);
    try {
      const text = SSF.format(format, value, { date1904: options.countsFrom1904 });
      return text === "" ? plainNumber(value) : text;
    } catch {
      // A format that only its author's program understands must not cost the row.
      return plainNumber(value);
    }
  };
}
