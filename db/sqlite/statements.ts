import { builderOver } from "#platform/sqlite";
import type { SqliteClient } from "../../platform/sqlite.ts";
import type { Bound, Builder, Results, Shape, Statements } from "../database.ts";
import { sqliteKit } from "../kit/sqlite.ts";
import { mapRowsOnce } from "../rowMapper.ts";
import { type Ready, runStatements } from "../runStatements.ts";
import { defineTables, type Tables } from "../tables.ts";
import { preparingBuilder } from "./preparingBuilder.ts";

/** What a connection can be asked, each at once or not at all: whoever meets a lock fails, and waiting is the caller's. */
export function statementsOn(client: SqliteClient) {
  const builder = builderOver(client) as Builder;
  const tables = defineTables(sqliteKit);
  const run = createRunner(preparingBuilder(client), tables);
  return {
    tables,
    read: builder,
    run: <R>(question: Bound<R>) => run(question) as R,

    /** Synchronous from BEGIN to COMMIT: with an await in between, another request's write could slip inside. */
    transact<const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): Results<T> {
      client.exec("BEGIN IMMEDIATE");
      try {
        const results = runStatements(build(builder), run) as Results<T>;
        check?.(results);
        client.exec("COMMIT");
        return results;
      } catch (error) {
        if (client.inTransaction) client.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

/** The synchronous half of a drizzle builder, and of what it prepares. */
type Runnable = {
  all(values?: Record<string, unknown>): unknown;
  run(values?: Record<string, unknown>): unknown;
};
type Unprepared = Runnable & {
  config?: { returning?: unknown; fields?: unknown };
  prepare(): Runnable;
};

/** Runs statements at once; those with a shape are prepared the first time and kept. */
function createRunner(builder: Builder, tables: Tables): (statement: Ready) => unknown {
  const prepared = new WeakMap<Shape<unknown>, (values: Record<string, unknown>) => unknown>();
  const prepare = (shape: Shape<unknown>) => {
    const statement = shape(builder, tables) as unknown as Unprepared;
    const ready = mapRowsOnce(statement.prepare());
    const run = yieldsRows(statement)
      ? (values: Record<string, unknown>) => ready.all(values)
      : (values: Record<string, unknown>) => ready.run(values);
    prepared.set(shape, run);
    return run;
  };
  return (statement) => {
    if ("shape" in statement)
      return (prepared.get(statement.shape) ?? prepare(statement.shape))(statement.values);
    const unprepared = statement as unknown as Unprepared;
    return yieldsRows(unprepared) ? unprepared.all() : unprepared.run();
  };
}

/** An insert, update or delete without `returning` has no rows to fetch. */
function yieldsRows({ config }: Unprepared): boolean {
  return config?.returning !== undefined || config?.fields !== undefined;
}
