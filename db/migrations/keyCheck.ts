import type { Query, Row, StepContext } from "./step.ts";

/**
 * Asked before the steps of a database that has a key already: a start with another one fails once they are taken, and the
 * version before could not open it any more. @throws {Error} where the key is missing or another one.
 */
export function* keyCheck({ hashingFor }: StepContext): Generator<Query, void, Row[]> {
  const [row] = yield { sql: `SELECT "value" FROM "meta" WHERE "key" = 'keyId'` };
  if (typeof row?.value !== "string") return;
  // SQLite keeps JSON as text; PostgreSQL answers what it says.
  const keyId: unknown = row.value.startsWith('"') ? JSON.parse(row.value) : row.value;
  if (typeof keyId === "string") hashingFor(keyId);
}
