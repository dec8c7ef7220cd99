import { and, type Column, gte, is, lte, Placeholder, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { FieldPatch } from "../../contract/leads/customFields.ts";
import type { Tables } from "../tables.ts";
import type { JsonSql } from "./dialectJson.ts";
import { postgresJson } from "./postgres.ts";
import { sqliteJson } from "./sqlite.ts";

/** The functions of the database that these tables are of. */
export function jsonSqlOf(tables: Tables): JsonSql {
  return is(tables.leads, SQLiteTable) ? sqliteJson : postgresJson;
}

/** Whether a column has one of the texts of a list, which is one value; or of a JSON list, given when the statement runs. */
export function isListed(tables: Tables, column: Column, texts: readonly string[] | Placeholder): SQL {
  return jsonSqlOf(tables).isListed(column, is(texts, Placeholder) ? texts : JSON.stringify(texts));
}

/**
 * The same of ids that stand beside each other in an index: nothing is looked through but what lies between the first and the
 * last. PostgreSQL takes a table that was filled a moment ago for a small one. It reads all of a collection then, or of a
 * deletion, and compares each row of it with the whole list, for every batch anew.
 */
export function isListedNearby(tables: Tables, column: Column, ids: readonly string[]): SQL | undefined {
  const listed = isListed(tables, column, ids);
  // SQLite looks each of the list up; with bounds it reads what lies between them.
  if (jsonSqlOf(tables) === sqliteJson) return listed;
  // Whatever else is asked for is no id, and may be no text that PostgreSQL takes.
  const { first, last } = outermost(ids.filter((id) => /^[\x20-\x7e]+$/.test(id)));
  return and(listed, gte(column, first), lte(column, last));
}

/** The first and the last of some ids, as an index has them. */
export function outermost(ids: readonly string[]): { first: string; last: string } {
  let [first = "", last = first] = ids;
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  return { first, last };
}

/** Whether a JSON object still has these values by their names, each as it was read; null is none. */
export function areStill(tables: Tables, object: Column, values: FieldPatch): SQL | undefined {
  const json = jsonSqlOf(tables);
  return and(
    ...Object.entries(values).map(([name, value]) => {
      if (value === null) return sql`not coalesce(${json.has(object, name)}, false)`;
      if (typeof value === "boolean") return json.isAt(object, name, value);
      return sql`${typeof value === "number" ? json.numberAt(object, name) : json.textAt(object, name)} = ${value}`;
    }),
  );
}

/** The value at an index of an incoming row, as text. */
export function incomingText(index: number): SQL {
  return sql`(incoming.value ->> ${sql.raw(String(index))})`;
}
