import { type Column, type SQL, sql } from "drizzle-orm";

/** The part of an address after the last @, as SQL of either database. */
export function domainOf(email: Column): SQL<string> {
  return sql<string>`substr(${email}, length(rtrim(${email}, replace(${email}, '@', ''))) + 1)`;
}
