import type { SqliteClient } from "../../platform/sqlite.ts";
import type { HashingFor, Query, Row, Step } from "../migrations/step.ts";

/** Takes a step on this connection: its SQL, then its code. */
export function takeStep(client: SqliteClient, step: Step, hashingFor: HashingFor): void {
  for (const statement of step.sql.split("--> statement-breakpoint")) client.exec(statement);
  if (step.code) follow(client, step.code({ dialect: "sqlite", hashingFor }));
}

/** Runs the queries of a step's code on this connection. */
export function follow(client: SqliteClient, queries: Generator<Query, unknown, Row[]>): void {
  let next = queries.next();
  while (!next.done) {
    const { sql, values = [] } = next.value;
    const statement = client.prepare<Row>(sql.replace(/\$(\d+)/g, "?$1"));
    const rows = statement.all(...values);
    // A statement that is left to the garbage collector keeps the file open after the connection was closed.
    statement.finalize();
    next = queries.next(rows);
  }
}
