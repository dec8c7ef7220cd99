import { is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { wantedNames } from "../../contract/segments/wantedText.ts";
import type { Tables } from "../tables.ts";
import { eitherOf, postgresFoldedPasses, replacing, sqliteFoldedPasses, type TextTest } from "./foldedSql.ts";

/** What the databases call each in their own way. Lengths are counted in characters of Unicode. */
export type TextSql = {
  /** Whether a text stands in that relation to a folded one once it is folded itself (`contract/segments/foldedLetters.ts`). */
  foldedPasses(text: SQL, test: TextTest): SQL;
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
  foldedPasses: (text, test) =>
    sqliteFoldedPasses(text, test, (lower) => textPasses(lower, test, sqliteText)),
  contains: (text, part) => sql`instr(${text}, ${part}) > 0`,
  first: (text, length) => sql`substr(${text}, 1, ${length})`,
  last: (text, length) => sql`substr(${text}, -${sql.raw(String(length))})`,
  afterAt: (text) => sql`substr(${text}, instr(${text}, '@') + 1)`,
};

const postgresText: TextSql = {
  foldedPasses: (text, test) =>
    postgresFoldedPasses(text, test, (folded) => textPasses(folded, test, postgresText)),
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  first: (text, length) => sql`left(${text}, ${length})`,
  last: (text, length) => sql`right(${text}, ${length})`,
  afterAt: (text) => sql`split_part(${text}, '@', 2)`,
};

/** Whether a name, or another text that people write, stands in that relation to what is typed, in any spelling. */
export function namedPasses(
  text: SQL,
  { op, value }: Pick<TextTest, "op"> & { value: string },
  dialect: TextSql,
): SQL {
  const each = wantedNames(value).map(({ wanted, parted }) =>
    dialect.foldedPasses(replacing(text, parted), { op, wanted }),
  );
  return sql`(${sql.join(each, sql` ${eitherOf(op)} `)})`;
}

/** Whether a text, which is folded already, stands in that relation to the one that is looked for. */
export function textPasses(text: SQL, { op, wanted }: TextTest, dialect: TextSql): SQL {
  const length = [...wanted].length;
  switch (op) {
    case "is":
      return sql`${text} = ${wanted}`;
    case "isNot":
      return sql`${text} <> ${wanted}`;
    case "contains":
      return dialect.contains(text, wanted);
    case "containsNot":
      return sql`not (${dialect.contains(text, wanted)})`;
    case "begins":
      return sql`${dialect.first(text, length)} = ${wanted}`;
    case "ends":
      return sql`${dialect.last(text, length)} = ${wanted}`;
  }
}
