import type { Query, Row, StepContext } from "../step.ts";

/** The hash of addresses that belongs to this database's key. @throws {Error} where the key is missing or another one. */
export function* hashingOf({
  hashingFor,
}: Pick<StepContext, "hashingFor">): Generator<Query, (address: string) => string, Row[]> {
  const [row] = yield { sql: `SELECT "value" FROM "meta" WHERE "key" = 'keyId'` };
  return hashingFor(row?.value === undefined ? null : textOf(row.value));
}

/** SQLite keeps JSON as text; PostgreSQL answers what it says. */
function textOf(value: Row[string]): string | null {
  const said: unknown = typeof value === "string" && value.startsWith('"') ? JSON.parse(value) : value;
  return typeof said === "string" ? said : null;
}
