import { sql } from "drizzle-orm";
import type { JsonSql } from "./dialectJson.ts";

/** SQLite's JSON functions. */
export const sqliteJson: JsonSql = {
  object: (pairs) => sql`json_object(${pairs})`,
  bool: (value) => sql`json(iif(${value}, 'true', 'false'))`,
  value: (column) => sql`json(${column})`,
  joined: (value, separator) => sql`group_concat(${value}, ${separator})`,
  // It takes the rows as they come out of the ordered query inside.
  joinedInOrder: ({ value, separator }) => sql`group_concat(${value}, ${separator})`,
  rows: (json) => sql`json_each(${json}) as incoming`,
  isIncoming: (column) => sql`${column} = (incoming.value ->> 0)`,
  incomingJson: (index) => sql`(incoming.value ->> ${sql.raw(String(index))})`,
  isListed: (column, json) => sql`${column} in (select value from json_each(${json}))`,
  stored: (text) => text,
  patched: (object, patch) => sql`json_patch(coalesce(${object}, '{}'), ${patch})`,
  without: (object, name) => sql`json_remove(${object}, ${pathOf(name)})`,
  has: (object, name) => sql`json_type(${object}, ${pathOf(name)}) is not null`,
  textAt: (object, name) => sql`(${object} ->> ${pathOf(name)})`,
  numberAt: (object, name) => sql`(${object} ->> ${pathOf(name)})`,
  isAt: (object, name, value) => sql`(${object} ->> ${pathOf(name)}) = ${value ? 1 : 0}`,
  hasOneOf: (object, name, texts) =>
    sql`exists (select 1 from json_each(${object}, ${pathOf(name)}) as listed where listed.value in ${texts})`,
  withOneFor: (object, name, { texts, by }) =>
    sql`json_set(${object}, ${pathOf(name)}, json((select json_group_array(case when listed.value in ${texts} then ${by} else listed.value end) from json_each(${object}, ${pathOf(name)}) as listed)))`,
};

/** Names are ids of ours, so that nothing in them has to be escaped. */
function pathOf(name: string): string {
  return `$."${name}"`;
}
