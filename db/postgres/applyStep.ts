import type { HashingFor, Query, Row, Step } from "../migrations/step.ts";
import type { Connection } from "./connection.ts";

/** Applies a migration on this connection, within the open transaction: first its SQL, then its code. */
export async function applyStep(connection: Connection, step: Step, hashingFor: HashingFor): Promise<void> {
  for (const statement of step.sql.split("--> statement-breakpoint")) await connection.query(statement);
  if (step.code !== undefined) await follow(connection, step.code({ dialect: "postgres", hashingFor }));
}

/** Runs the queries of a migration's code on this connection. */
export async function follow(
  connection: Connection,
  queries: Generator<Query, unknown, Row[]>,
): Promise<void> {
  let next = queries.next();
  while (!next.done) {
    const { sql, values = [] } = next.value;
    next = queries.next((await connection.query<Row>(sql, [...values])).rows);
  }
}
