import { type Column, type SQL, sql } from "drizzle-orm";

/** What stands behind the last @ of an address, in the words of both databases. */
export function domainOf(email: Column): SQL<string> {
  return sql<string>`substr(${email}, length(rtrim(${email}, replace(${email}, '@', ''))) + 1)`;
}
