import { isBlank } from "../controlCharacters.ts";
import { addressesIn } from "./addressesIn.ts";
import { withoutGuards } from "./csvLines.ts";
import type { LeadField } from "./headingNames.ts";
import { withoutAddress } from "./personName.ts";
import { firstFilled, rowNames } from "./rowNames.ts";

export type LeadRow = { firstName: string; lastName: string; email: string; phone: string };
/** For each field the columns that may hold it; the first that is not blank in a row wins. */
type LeadColumns = Record<LeadField, string[]>;

/** One sheet row as lead fields, or null where the first name, unless it need not be there, or the e-mail is missing. */
export function leadFromRow(
  row: Record<string, unknown>,
  map: LeadColumns,
  { mayLackName = false } = {},
): LeadRow | null {
  const textOf = (column: string) => cellValue(String(row[column] ?? ""));
  const lead = {
    ...rowNames(map, { textOf, nameOf: (column) => column }),
    email: addressesIn(firstFilled(map.email, textOf).text).join(", "),
    phone: phoneDigits(withoutAddress(firstFilled(map.phone, textOf).text)),
  };
  return (lead.firstName || mayLackName) && lead.email ? lead : null;
}

/**
 * A cell's text as a value: what a broken formula shows is none, and nobody's name; an apostrophe that keeps a
 * spreadsheet from taking the text for a formula, as in our own files, is no part of it. Nor is the ="…" of other
 * programs' files, which keeps the noughts that a number begins with.
 */
export function cellValue(text: string): string {
  if (isBlank(text)) return "";
  const value = asText(text.trim());
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|GETTING_DATA|SPILL!|CALC!)$/i.test(value)) return "";
  return withoutGuards(value);
}

function asText(value: string): string {
  const quoted = /^="(?:[^"]|"")*"$/.test(value);
  return quoted ? value.slice(2, -1).replaceAll('""', '"').trim() : value;
}

/** A phone number whose cell had the format of an amount: "49,171,234,567.00" are its digits. */
export function phoneDigits(text: string): string {
  return /^\d{1,3}(?:,\d{3})+(?:\.0+)?$|^\d+\.0+$/.test(text)
    ? text.replace(/\.0+$/, "").replaceAll(",", "")
    : text;
}
