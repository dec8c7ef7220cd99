import { sql } from "drizzle-orm";
import type { JsonSql } from "./dialectJson.ts";

/** SQLite's JSON functions. */
export const sqliteJson: JsonSql = {
  object: (pairs) => sql`json_object(${pairs})`,
  bool: (value) => sql`json(iif(${value}, 'true', 'false'))`,
  joined: (value, separator) => sql`group_concat(${value}, ${separator})`,
  // It takes the rows as they come out of the ordered query inside.
  joinedInOrder: ({ value, separator }) => sql`group_concat(${value}, ${separator})`,
  rows: (json) => sql`json_each(${json}) as incoming`,
  incomingJson: (index) => sql`(incoming.value ->> ${sql.raw(String(index))})`,
  isListed: (column, json) => sql`${column} in (select value from json_each(${json}))`,
};
