import { type Column, is, Placeholder, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
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

/** The value at an index of an incoming row, as text. */
export function incomingText(index: number): SQL {
  return sql`(incoming.value ->> ${sql.raw(String(index))})`;
}
