import { and, eq, gt, gte, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import { fromLeast } from "../../contract/segments/days.ts";

type NumberTest = { op: string; value: number } | { op: "between"; from: number; to: number };

const relations: Record<string, typeof eq> = { eq, ne, lt, le: lte, gt, ge: gte };

export function numberPasses(number: SQL, test: NumberTest): SQL {
  if (!("value" in test)) return within(number, fromLeast(test));
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
