import { and, eq, gt, gte, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { foldingsFor } from "../../contract/segments/folded.ts";
import type { textOps } from "../../contract/segments/question.ts";
import type { TextSql } from "./textSql.ts";

type TextTest = { op: (typeof textOps)[number]; wanted: string };

/** Whether a text, whose letters are small already, stands in that relation to the one that is looked for. */
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

/** A text without its case, as far as the one that is looked for needs it. */
export function foldedSql(text: SQL, wanted: string, dialect: TextSql): SQL {
  const replaced = foldingsFor(wanted).reduce(
    (inner, [from, to]) => sql`replace(${inner}, ${from}, ${to})`,
    text,
  );
  return dialect.lowerAscii(replaced);
}

type NumberTest = { op: string; value: number } | { op: "between"; from: number; to: number };

const relations: Record<string, typeof eq> = { eq, ne, lt, le: lte, gt, ge: gte };

export function numberPasses(number: SQL, test: NumberTest): SQL {
  if (!("value" in test)) return within(number, { from: test.from, to: test.to });
  const relation = relations[test.op];
  if (relation === undefined) throw new Error(`no relation is called ${test.op}`);
  return relation(number, test.value);
}

/** From one to another, both included; null is no end. */
export function within<T extends string | number>(
  value: SQL,
  { from, to }: { from: T | null; to: T | null },
): SQL {
  return (
    and(from === null ? undefined : gte(value, from), to === null ? undefined : lte(value, to)) ?? sql`true`
  );
}
