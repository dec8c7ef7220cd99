import { is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tables } from "./tables.ts";

/**
 * Many rows as one value: a statement that binds six thousand values takes longer to build and to read than to run.
 * Here SQLite and PostgreSQL differ only in the function that takes the JSON apart.
 */

/** A table called `incoming` with one row for each list of values; see `incoming`. */
export function incomingRows(tables: Tables, rows: readonly (readonly string[])[]): SQL {
  const json = JSON.stringify(rows);
  return is(tables.leads, SQLiteTable)
    ? sql`json_each(${json}) as incoming`
    : sql`jsonb_array_elements(${json}::jsonb) as incoming(value)`;
}

/** The value at an index of an incoming row, as text. */
export function incomingText(index: number): SQL {
  return sql`(incoming.value ->> ${sql.raw(String(index))})`;
}

/** For `column in …`: all the texts of a list. */
export function listedTexts(tables: Tables, texts: readonly string[]): SQL {
  const json = JSON.stringify(texts);
  return is(tables.leads, SQLiteTable)
    ? sql`(select value from json_each(${json}))`
    : sql`(select jsonb_array_elements_text(${json}::jsonb))`;
}
