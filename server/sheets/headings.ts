import { parseAddress } from "../../contract/address.ts";
import { addressesIn } from "../../contract/imports/addressesIn.ts";
import { guessColumns } from "../../contract/imports/guessColumns.ts";

/** A row with the number that spreadsheet programs show beside it: blank rows count. */
export type NumberedRow = { row: number; cells: string[]; isHidden?: boolean };

/**
 * Where a sheet's headings are: in its first row with any text, where they seem to be, in a row by its number, or
 * nowhere at all.
 */
export type HeadingPlace = "first" | "guess" | "none" | number;

/**
 * The row of the headings among the first rows of a sheet: the first that names an address and somebody's name, as
 * a title may stand above it. Where none does, the fullest one above the first address; null where an address comes
 * first, which is no heading.
 */
export function headingRow(rows: readonly NumberedRow[]): number | null {
  const named = rows.find(({ cells }) => namesLeads(cells)) ?? rows.find(({ cells }) => namesAddress(cells));
  if (named !== undefined) return named.row;
  const firstLead = rows.findIndex(({ cells }) => cells.some(isAddress));
  if (firstLead === -1) return rows[0]?.row ?? null;
  const above = rows.slice(0, firstLead);
  const fullest = Math.max(...above.map(filledOf));
  return above.find((row) => filledOf(row) === fullest)?.row ?? null;
}

/** How many of these rows hold somebody's address, and whether their headings say what a lead's columns hold. */
export function leadsAmong(rows: readonly NumberedRow[]): { addresses: number; isNamed: boolean } {
  const addresses = rows.filter(({ cells }) => cells.some(isAddress)).length;
  return { addresses, isNamed: addresses > 0 && rows.some(({ cells }) => namesLeads(cells)) };
}

/**
 * Headings for a sheet that has none, by what its columns hold: addresses, phone numbers, and otherwise first and
 * last names. What is left stays without one.
 */
export function headingsByContent(rows: readonly NumberedRow[]): string[] {
  const left = ["First name", "Last name"];
  const taken = new Set<string>();
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => {
    const sample = rows.map(({ cells }) => cells[column] ?? "").find((cell) => cell !== "") ?? "";
    const name = sample.includes("@") ? "Email" : looksLikePhone(sample) ? "Phone" : left.shift();
    if (name === undefined || taken.has(name)) return "";
    taken.add(name);
    return name;
  });
}

function namesLeads(cells: readonly string[]): boolean {
  const { email, firstName } = guessColumns(cells);
  return email.length > 0 && firstName.length > 0;
}

function namesAddress(cells: readonly string[]): boolean {
  return guessColumns(cells).email.length > 0;
}

/** Whether a cell holds e-mail addresses and nothing else but the names before them. */
export function isAddress(cell: string): boolean {
  return cell.includes("@") && addressesIn(cell).every((address) => parseAddress(address).ok);
}

function filledOf({ cells }: NumberedRow): number {
  return cells.filter((cell) => cell !== "" && cell !== undefined).length;
}

function looksLikePhone(text: string): boolean {
  return /^[\s\d+()/-]{5,40}$/.test(text);
}
