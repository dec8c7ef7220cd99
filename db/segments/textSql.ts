import { is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Tables } from "../tables.ts";

/** What the databases call each in their own way. Lengths are counted in characters of Unicode. */
export type TextSql = {
  /** A to Z made small, and nothing else: what more the server's language does differs from machine to machine. */
  lowerAscii(text: SQL): SQL;
  contains(text: SQL, part: string): SQL;
  first(text: SQL, length: number): SQL;
  last(text: SQL, length: number): SQL;
  /** What stands behind the first at sign. */
  afterAt(text: SQL): SQL;
};

export function textSqlOf(tables: Tables): TextSql {
  return is(tables.leads, SQLiteTable) ? sqliteText : postgresText;
}

const sqliteText: TextSql = {
  lowerAscii: (text) => sql`lower(${text})`,
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  first: (text, length) => sql`substr(${text}, 1, ${length})`,
  last: (text, length) => sql`substr(${text}, -${sql.raw(String(length))})`,
  afterAt: (text) => sql`substr(${text}, instr(${text}, '@') + 1)`,
};

const postgresText: TextSql = {
  lowerAscii: (text) => sql`lower(${text} collate "C")`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  first: (text, length) => sql`left(${text}, ${length})`,
  last: (text, length) => sql`right(${text}, ${length})`,
  afterAt: (text) => sql`split_part(${text}, '@', 2)`,
};
