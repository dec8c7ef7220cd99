/** How a sheet's columns become a lead's fields: the names of the specification, in the order it prefers them. */

export type LeadField = "firstName" | "lastName" | "email" | "phone";

const namesByField: Record<LeadField, readonly string[]> = {
  // "name" and "company" stand in for a first name only where no first-name column exists.
  firstName: ["first name", "firstname", "first_name", "name", "company name", "company"],
  lastName: ["last name", "lastname", "last_name"],
  email: ["email", "email address"],
  phone: ["phone", "phone number"],
};

export type LeadRow = { firstName: string; lastName: string; email: string; phone: string };
export type ColumnMap = Partial<Record<LeadField, string>>;

/** Which column of a sheet holds which field, guessed by name without regard to case. */
export function guessColumns(columns: readonly string[]): ColumnMap {
  const known = new Map(columns.map((column) => [column.trim().toLowerCase(), column]));
  const map: ColumnMap = {};
  for (const [field, names] of Object.entries(namesByField) as [LeadField, readonly string[]][]) {
    const name = names.find((candidate) => known.has(candidate));
    if (name !== undefined) map[field] = known.get(name) ?? name;
  }
  return map;
}

/** One sheet row as lead fields, or null where the first name or the e-mail is missing. */
export function leadFromRow(row: Record<string, unknown>, map: ColumnMap): LeadRow | null {
  const read = (field: LeadField): string => {
    const column = map[field];
    const value = column === undefined ? undefined : row[column];
    return value === undefined || value === null ? "" : String(value).trim();
  };
  const lead = {
    firstName: read("firstName"),
    lastName: read("lastName"),
    email: read("email"),
    phone: read("phone"),
  };
  return lead.firstName && lead.email ? lead : null;
}
