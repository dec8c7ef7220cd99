import { joinedAccents } from "../joinedAccents.ts";
import { textLimits } from "../limits/text.ts";
import { namesConsent } from "./consent.ts";
import { withoutGuards } from "./csvLines.ts";
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

/** What other programs and languages call them, taken where a sheet has none of the specification's names for the field. */
const otherNamesByField: Record<LeadField, readonly string[]> = {
  firstName: "given name|forename|first|vorname|prénom|prenom|voornaam|nombre|nome|imię".split("|"),
  lastName:
    "surname|family name|last|nachname|familienname|nom|nom de famille|achternaam|apellido|apellidos|cognome|sobrenome|nazwisko".split(
      "|",
    ),
  email:
    "e-mail|e-mail address|mail|mail address|e-mail-adresse|email-adresse|emailadresse|mailadresse|adresse e-mail|courriel|correo|correo electrónico|e-mailadres".split(
      "|",
    ),
  phone:
    "telephone|telephone number|mobile|mobile phone|cell|tel|tel.|telefon|telefonnummer|handy|mobil|téléphone|telefoon|teléfono|telefono|telefone".split(
      "|",
    ),
};

export type LeadRow = { firstName: string; lastName: string; email: string; phone: string };
/** For each field the columns that may hold it; the first that is not blank in a row wins. */
type ColumnMap = Record<Field, string[]> & { consent?: string[] };

/**
 * Columns by what their cells say. In `leaving` one says that somebody unsubscribed: a column "Status" is one of those
 * that tell only by their values. In `answering` one is a plain yes or no. In `addressed` stand e-mail addresses.
 */
type ColumnValues = {
  leaving?: readonly string[];
  answering?: readonly string[];
  addressed?: readonly string[];
};

/**
 * Which columns of a sheet hold which field, guessed by name without regard to case; where no name tells which one has the
 * addresses, it is the first that is full of them.
 */
export function guessColumns(
  columns: readonly string[],
  { leaving = [], answering = [], addressed = [] }: ColumnValues = {},
): ColumnMap {
  const agreed = columns.filter(namesConsent);
  // Of two answers to opposite questions each column has one sense: "Newsletter" with a yes or a no says who wants it. A bare
  // "Consent" may be one to mails or one to being counted: a no is believed of both, as nobody is mailed against their word.
  const subscribed = columns.filter((column) => namesOptin(column) && answering.includes(column));
  const known = new Map(columns.map((column) => [column.trim().toLowerCase(), column]));
  const alike = new Map(columns.map((column) => [lettersOf(column), column]));
  const named = (names: readonly string[]) => [
    ...new Set(names.flatMap((name) => known.get(name) ?? alike.get(lettersOf(name)) ?? [])),
  ];
  const columnsOf = (field: LeadField) => {
    const own = named(namesByField[field]);
    return own.length > 0 ? own : named(otherNamesByField[field]).slice(0, 1);
  };
  const email = columnsOf("email");
  return {
    firstName: columnsOf("firstName"),
    lastName: columnsOf("lastName"),
    email: email.length > 0 ? email : addressed.slice(0, 1),
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

/** A heading without what programs put between its words or behind it: "phone_number", "phoneNumber", "Phone number *". */
function lettersOf(heading: string): string {
  return joinedAccents(heading, textLimits.leadNameMax)
    .toLowerCase()
    .replace(/[\s_\-.:*]+/g, "");
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
 * spreadsheet from taking the text for a formula, as in our own files, is no part of it. Nor is the ="…" of other
 * programs' files, which keeps the noughts that a number begins with.
 */
export function cellValue(text: string): string {
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
