import type { Refusal } from "../contract/errors.ts";
import { refusalOfPostgres } from "./postgres/faults.ts";
import { refusalOfSqlite } from "./sqlite/faults.ts";

/**
 * What a database's error means to the person who asked: somebody else holds it, it does not answer, or the disk is
 * full. Null for any other error, which is a fault of ours.
 */
export function refusalOfDatabase(error: unknown): Refusal | null {
  return refusalOfSqlite(error) ?? refusalOfPostgres(error);
}
