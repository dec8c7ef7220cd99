import { type Column, is, type Placeholder, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tables } from "../tables.ts";
import { postgresJson } from "./postgres.ts";
import { sqliteJson } from "./sqlite.ts";

type Value = SQL | SQL.Aliased | Column;

/**
 * Many rows as one value, in and out. A statement that binds six thousand values takes longer to build than to run,
 * and objects made of many rows take longer than reading them; in JSON both are one text.
 */
export type JsonSql = {
  /** An object as text, from names and values in turn. */
  object(pairs: SQL): SQL<string>;
  bool(value: Value): SQL;
  /** All values of a group as one text; null where there are none. */
  joined(value: Value, separator: string): SQL<string>;
  /** The same over a query that is ordered by `by`, in that order. */
  joinedInOrder(joined: { value: Value; separator: string; by: Value }): SQL<string | null>;
  /** A table called `incoming` with one row for each list in a JSON list of lists; see `incomingText`. */
  rows(json: string): SQL;
  /** For `column in …`: the texts of a JSON list, given now or each time the statement runs. */
  texts(json: string | Placeholder): SQL;
};

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
