import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { JsonSql } from "./dialectJson.ts";
import { storableJson } from "./storableJson.ts";

/** PostgreSQL's JSON functions. */
export const postgresJson: JsonSql = {
  object: (pairs) => sql`json_build_object(${pairs})::text`,
  bool: (value) => sql`${value}`,
  value: (column) => sql`${column}`,
  joined: (value, separator) => sql`string_agg(${value}, ${separator})`,
  joinedInOrder: ({ value, separator, by }) => sql`string_agg(${value}, ${separator} order by ${by})`,
  rows: (json) => sql`jsonb_array_elements(${storable(json)}) as incoming(value)`,
  // As an array as well, for the reason of `isListed`.
  isIncoming: (column, json) =>
    sql`${column} = (incoming.value ->> 0) and ${column} = any(array(select value ->> 0 from jsonb_array_elements(${storable(json)})))`,
  // A null in JSON is a value of its own.
  incomingJson: (index) => sql`nullif(incoming.value -> ${sql.raw(String(index))}, 'null'::jsonb)`,
  // As an array, which is looked up in an index. A query behind "in" is joined instead, for which PostgreSQL may read every
  // row of the workspace: it takes the list for a hundred texts long, whatever it is.
  isListed: (column, json) =>
    sql`${column} = any(array(select jsonb_array_elements_text(${storable(json)})))`,
  stored: (text) => sql`(${text})::jsonb`,
  patched: (object, patch) => sql`jsonb_strip_nulls(coalesce(${object}, '{}'::jsonb) || ${patch})`,
  without: (object, name) => sql`(${object} - ${name}::text)`,
  has: (object, name) => sql`jsonb_exists(${object}, ${name})`,
  textAt: (object, name) => sql`(${object} ->> ${name}::text)`,
  // Of anything else the cast would fail the whole statement.
  numberAt: (object, name) =>
    sql`(case when jsonb_typeof(${object} -> ${name}::text) = 'number' then (${object} ->> ${name}::text)::numeric end)`,
  isAt: (object, name, value) => sql`(${object} -> ${name}::text) = ${sql.raw(`'${value}'::jsonb`)}`,
  hasOneOf: (object, name, texts) =>
    sql`exists (select 1 from jsonb_array_elements_text(${object} -> ${name}::text) as listed(value) where listed.value in ${texts})`,
  withOneFor: (object, name, { texts, by }) =>
    sql`jsonb_set(${object}, array[${name}::text], (select coalesce(jsonb_agg(case when listed.value in ${texts} then ${by}::text else listed.value end), '[]'::jsonb) from jsonb_array_elements_text(${object} -> ${name}::text) as listed(value)))`,
};

function storable(json: string | Placeholder): SQL {
  return sql`${sql.param(json, { mapToDriverValue: (value) => storableJson(String(value)) })}::jsonb`;
}
