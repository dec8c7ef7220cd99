/** Writes numbers as people see them in the sheet. Dates count from 1904 in workbooks of old Macs. */
export type NumberWriter = (value: number, format: string | undefined) => string;

const generalFormats = new Set(["", "General", "general", "GENERAL", "@"]);
/** Excel's own bound on a format; longer ones come from no spreadsheet program. */
const formatCharactersMax = 255;

/** Whether a number in this format is written digit by digit: no format, General, text, or powers of ten. */
export function isPlainFormat(format: string | undefined): boolean {
  if (format === undefined || generalFormats.has(format) || format.length > formatCharactersMax) return true;
  // Excel puts long numbers in powers of ten on its own, and a phone number must come out whole.
  return /[0#?]E[+-]/i.test(format);
}

/** The number in decimal digits, never in powers of ten, with the 15 digits that a sheet keeps. */
export function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return "";
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isInteger(value)) return BigInt(value).toString();
  return String(Number(value.toPrecision(15)));
}

/** Loads SheetJS's number formatter. Only sheets with formatted numbers need it, so it is loaded late. */
export async function loadNumberWriter(options: { countsFrom1904: boolean }): Promise<NumberWriter> {
  const { SSF } = await import("xlsx");
  return (value, format) => {
    if (format === undefined || isPlainFormat(format)) return plainNumber(value);
    try {
      const text = String(SSF.format(unambiguous(format), value, { date1904: options.countsFrom1904 }));
      return text === "" ? plainNumber(value) : text;
    } catch {
      // A format that only its author's program understands must not cost the row.
      return plainNumber(value);
    }
  };
}

// These two built-in formats look different in every country (1/2/24 is two different days), so they become ISO 8601.
function unambiguous(format: string): string {
  if (format === "m/d/yy") return "yyyy-mm-dd";
  return format === "m/d/yy h:mm" ? "yyyy-mm-dd hh:mm" : format;
}
