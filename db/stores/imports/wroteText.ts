import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** What stands between the values, of which none has it. */
const separator = String.fromCharCode(31);

/** The values of a lead as `importChanges.wrote` keeps them: first and last name, phone and e-mail in one text. */
export function wroteText(values: readonly SQLWrapper[]): SQL {
  return sql.join([...values], sql` || ${separator} || `);
}
