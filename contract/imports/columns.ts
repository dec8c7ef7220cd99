import { namesConsent } from "./consent.ts";
import { safeCell } from "./csvLines.ts";
import { namesOptin } from "./optin.ts";
import { namesOptout, namesStatus } from "./optout.ts";

/** How a sheet's columns become a lead's fields: the names of the specification, in the order it prefers them. */

export type LeadField = "firstName" | "lastName" | "email" | "phone";
type Field = LeadField | "unsubscribed" | "subscribed";

const namesByField: Record<LeadField, readonly string[]> = {
  // "name" and "company" stand in where a row has no first name.
  firstName: ["first name", "firstname", "first_name", "name", "company name", "company"],
  lastName: ["last name", "lastname", "last_name"],
  email: ["email", "email address"],
  phone: ["phone", "phone number"],
};

export type LeadRow = { firstName: string; lastName: string; email: string; phone: string };
/** For each field the columns that may hold it; the first that is not blank in a row wins. */
export type ColumnMap = Record<Field, string[]> & { consent?: string[] };

/**
 * Columns by what their cells say. In `leaving` one says that somebody unsubscribed: a column "Status" is one of those
 * that tell only by their values. In `answering` one is a plain yes or no.
 */
export type ColumnValues = { leaving?: readonly string[]; answering?: readonly string[] };

/** Which columns of a sheet hold which field, guessed by name without regard to case. */
export function guessColumns(
  columns: readonly string[],
  { leaving = [], answering = [] }: ColumnValues = {},
): ColumnMap {
  const agreed = columns.filter(namesConsent);
  // Of two answers to opposite questions each column has one sense: "Newsletter" with a yes or a no says who wants it. A bare
  // "Consent" may be one to mails or one to being counted: a no is believed of both, as nobody is mailed against their word.
  const subscribed = columns.filter((column) => namesOptin(column) && answering.includes(column));
  const known = new Map(columns.map((column) => [column.trim().toLowerCase(), column]));
  const columnsOf = (field: LeadField) => namesByField[field].flatMap((name) => known.get(name) ?? []);
  return {
    firstName: columnsOf("firstName"),
    lastName: columnsOf("lastName"),
    email: columnsOf("email"),
    phone: columnsOf("phone"),
    unsubscribed: columns.filter(
      (column) =>
        namesOptout(column) ||
        (namesStatus(column) && leaving.includes(column) && !subscribed.includes(column)),
    ),
    subscribed,
    ...(agreed.length === 0 ? {} : { consent: agreed }),
  };
}

/** One sheet row as lead fields, or null where the first name or the e-mail is missing. */
export function leadFromRow(row: Record<string, unknown>, map: Pick<ColumnMap, LeadField>): LeadRow | null {
  const read = (field: LeadField): string => {
    const texts = map[field].map((column) => cellValue(String(row[column] ?? "")));
    return texts.find((text) => text !== "") ?? "";
  };
  const lead = {
    firstName: read("firstName"),
    lastName: read("lastName"),
    email: read("email"),
    phone: phoneDigits(read("phone")),
  };
  return lead.firstName && lead.email ? lead : null;
}

/**
 * A cell's text as a value: what a broken formula shows is none, and nobody's name; an apostrophe that keeps a
 * spreadsheet from taking the text for a formula, as in our own files, is no part of it.
 */
export function cellValue(text: string): string {
  const value = text.trim();
  if (/^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|GETTING_DATA|SPILL!|CALC!)$/i.test(value)) return "";
  return value.startsWith("'") && safeCell(value.slice(1)) === value ? value.slice(1) : value;
}

/** A phone number whose cell had the format of an amount: "49,171,234,567.00" are its digits. */
export function phoneDigits(text: string): string {
  return /^\d{1,3}(?:,\d{3})+(?:\.0+)?$|^\d+\.0+$/.test(text)
    ? text.replace(/\.0+$/, "").replaceAll(",", "")
    : text;
}
