/** How a sheet's columns become a lead's fields: the names of the specification, in the order it prefers them. */

export type LeadField = "firstName" | "lastName" | "email" | "phone";
type Field = LeadField | "unsubscribed";

const namesByField: Record<Field, readonly string[]> = {
  // "name" and "company" stand in where a row has no first name.
  firstName: ["first name", "firstname", "first_name", "name", "company name", "company"],
  lastName: ["last name", "lastname", "last_name"],
  email: ["email", "email address"],
  phone: ["phone", "phone number"],
  unsubscribed: ["unsubscribed", "opted out", "opt out", "optout"],
};

export type LeadRow = { firstName: string; lastName: string; email: string; phone: string };
/** For each field the columns that may hold it; the first that is not blank in a row wins. */
export type ColumnMap = Record<Field, string[]>;

/** Which columns of a sheet hold which field, guessed by name without regard to case. */
export function guessColumns(columns: readonly string[]): ColumnMap {
  const known = new Map(columns.map((column) => [column.trim().toLowerCase(), column]));
  const columnsOf = (field: Field) => namesByField[field].flatMap((name) => known.get(name) ?? []);
  return {
    firstName: columnsOf("firstName"),
    lastName: columnsOf("lastName"),
    email: columnsOf("email"),
    phone: columnsOf("phone"),
    unsubscribed: columnsOf("unsubscribed"),
  };
}

/** One sheet row as lead fields, or null where the first name or the e-mail is missing. */
export function leadFromRow(row: Record<string, unknown>, map: Pick<ColumnMap, LeadField>): LeadRow | null {
  const read = (field: LeadField): string => {
    const texts = map[field].map((column) => String(row[column] ?? "").trim());
    return texts.find((text) => text !== "") ?? "";
  };
  const lead = {
    firstName: read("firstName"),
    lastName: read("lastName"),
    email: read("email"),
    phone: read("phone"),
  };
  return lead.firstName && lead.email ? lead : null;
}

const yes = new Set(["yes", "y", "true", "1", "x", "unsubscribed", "opted out"]);

/** Whether a cell of the column "unsubscribed" says that this person opted out: a yes in any case, or a date. */
export function saysUnsubscribed(text: string): boolean {
  const said = text.trim().toLowerCase();
  return said !== "" && (yes.has(said) || isDate(said));
}

/** As spreadsheets write dates: digits in three groups, or a month by its name; a time may follow. */
function isDate(text: string): boolean {
  return (
    /^\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}(?!\d)/.test(text) ||
    /^(\d{1,2}[-. ]*)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-., ]+\d{1,4}/.test(text)
  );
}
