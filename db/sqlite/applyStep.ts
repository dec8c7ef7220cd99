import type { SqliteClient } from "../../platform/sqlite.ts";
import type { HashingFor, Query, Row, Step } from "../migrations/step.ts";

/** Applies a migration on this connection: first its SQL, then its code. */
export function applyStep(client: SqliteClient, step: Step, hashingFor: HashingFor): void {
  for (const statement of step.sql.split("--> statement-breakpoint")) client.exec(statement);
  if (step.code) follow(client, step.code({ dialect: "sqlite", hashingFor }));
}

/** Runs the queries of a migration's code on this connection. */
export function follow(client: SqliteClient, queries: Generator<Query, unknown, Row[]>): void {
  let next = queries.next();
  while (!next.done) {
    const { sql, values = [] } = next.value;
    const statement = client.prepare<Row>(sql.replace(/\$(\d+)/g, "?$1"));
    const rows = statement.all(...values);
    // A statement that is not finalized keeps the file open after the connection is closed.
    statement.finalize();
    next = queries.next(rows);
  }
}
