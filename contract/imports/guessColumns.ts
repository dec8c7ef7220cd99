import { joinedAccents } from "../joinedAccents.ts";
import { textLimits } from "../limits/text.ts";
import { namesConsent } from "./consent.ts";
import {
  beforeSurname,
  type LeadField,
  otherNames,
  specifiedNames,
  standInNames,
  surnameNames,
  whichAddress,
  wholeNames,
} from "./headingNames.ts";
import { namesOptin } from "./optin.ts";
import { namesOptout, namesStatus } from "./optout.ts";

/** How a sheet's columns become a lead's fields: the names of the specification, in the order it prefers them. */

/** For each field the columns that may hold it; the first that is not blank in a row wins. */
type ColumnMap = Record<LeadField | "unsubscribed" | "subscribed", string[]> & { consent?: string[] };

/**
 * Columns by what their cells say. In `leaving` one says that somebody unsubscribed: a column "Status" is one of those
 * that tell only by their values. In `answering` one is a plain yes or no. In `addressed` stand e-mail addresses. In `lacking` rows
 * have a blank.
 */
type ColumnValues = {
  leaving?: readonly string[];
  answering?: readonly string[];
  addressed?: readonly string[];
  lacking?: readonly string[];
};

/**
 * Which columns of a sheet hold which field, guessed by name without regard to case; where no name tells which one has the
 * addresses, it is the first that is full of them.
 */
export function guessColumns(
  columns: readonly string[],
  { leaving = [], answering = [], addressed = [], lacking = [] }: ColumnValues = {},
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
    const own = named(specifiedNames[field]);
    return own.length > 0 ? own : named(otherNames[field]).slice(0, 1);
  };
  const own = columnsOf("email");
  const email = own.length > 0 ? own : addressed.slice(0, 1);
  // Where a row lacks the first of a person's addresses, the second is better than to leave the row out.
  const others = email.every((column) => lacking.includes(column)) ? columns.filter(namesFurtherAddress) : [];
  const { firstName, lastName } = namesAmong({ columnsOf, named });
  return {
    firstName,
    lastName,
    email: [...new Set([...email, ...others])],
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

type Lookup = { columnsOf(field: LeadField): string[]; named(names: readonly string[]): string[] };

/** The columns of names. A whole name is worth more than the company that the specification lets stand in for one. */
function namesAmong({ columnsOf, named }: Lookup): Pick<ColumnMap, "firstName" | "lastName"> {
  const given = columnsOf("firstName");
  const last = columnsOf("lastName");
  const standIns = named(standInNames);
  const surnames = given.some((column) => beforeSurname.has(lettersOf(column))) ? named(surnameNames) : [];
  if (given.length > 0)
    return {
      firstName: [...given, ...standIns.filter((column) => last.length > 0 || !surnames.includes(column))],
      lastName: last.length > 0 ? last : surnames.slice(0, 1),
    };
  const isNamed = standIns.some((column) => lettersOf(column) === "name");
  const whole = isNamed ? [] : named(wholeNames).slice(0, 1);
  return {
    firstName: [...whole, ...standIns],
    lastName: last.filter((column) => !whole.includes(column)),
  };
}

// A customer's or a bill's address may be somebody else's.
const ofAddresses = new Set(
  [...specifiedNames.email, ...otherNames.email]
    .filter((name) => !/customer|billing|contact|person |subscriber|recipient/.test(name))
    .map(addressLetters),
);

/** Whether a column has addresses of the person as well: "E-mail 2", "Private e-mail". */
function namesFurtherAddress(column: string): boolean {
  return ofAddresses.has(addressLetters(column));
}

/** A heading of addresses without what tells one of a person's from another: a number, and whether it is for work. */
function addressLetters(heading: string): string {
  return lettersOf(heading)
    .replace(/[0-9()[\]]/g, "")
    .replace(whichAddress, "");
}

const ofPersons = new Set([...wholeNames, ...surnameNames].map(lettersOf));

/** Whether a column has whole names, of people. */
export function namesWholePerson(column: string): boolean {
  return ofPersons.has(lettersOf(column));
}

/**
 * A heading without what programs put between its words or behind it, and what nobody sees or tells from a hyphen:
 * "phone_number", "phoneNumber", "Phone number *".
 */
function lettersOf(heading: string): string {
  return joinedAccents(heading, textLimits.leadNameMax)
    .toLowerCase()
    .replace(/[\s_\-.:*\u00ad\u200b\u2010\u2011\u2060\ufeff]+/g, "");
}
