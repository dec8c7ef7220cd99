import { is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tables } from "../tables.ts";
import type { JsonSql } from "./dialectJson.ts";
import { postgresJson } from "./postgres.ts";
import { sqliteJson } from "./sqlite.ts";

/** The functions of the database that these tables are of. */
export function jsonSqlOf(tables: Tables): JsonSql {
  return is(tables.leads, SQLiteTable) ? sqliteJson : postgresJson;
}

/** For `column in …`: all the texts of a list, as one value. */
export function listedTexts(tables: Tables, texts: readonly string[]): SQL {
  return jsonSqlOf(tables).texts(JSON.stringify(texts));
}

/** The value at an index of an incoming row, as text. */
export function incomingText(index: number): SQL {
  return sql`(incoming.value ->> ${sql.raw(String(index))})`;
}
