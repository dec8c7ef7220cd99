import { builderOver } from "#platform/sqlite";
import type { SqliteClient } from "../../platform/sqlite.ts";
import type { Bound, Builder, Results, Shape, Statements } from "../database.ts";
import { sqliteKit } from "../kit/sqlite.ts";
import { mapRowsOnce } from "../rowMapper.ts";
import { type Ready, runStatements } from "../runStatements.ts";
import { defineTables, type Tables } from "../tables.ts";
import { preparingBuilder } from "./preparingBuilder.ts";

/** Statements that are written in one commit, and what is looked at before it. */
export type Write = { build(write: Builder): Statements; check?: (results: Results<Statements>) => void };
export type Outcome = { results: Results<Statements> } | { error: unknown };

/** Of a write that took its whole transaction with it. */
const undone: Outcome = { error: null };

/** What a connection can be asked, each at once or not at all: whoever meets a lock fails, and waiting is the caller's. */
export function statementsOn(client: SqliteClient) {
  const builder = builderOver(client) as Builder;
  const tables = defineTables(sqliteKit);
  const run = createRunner(preparingBuilder(client), tables);

  /** Synchronous from BEGIN to COMMIT: with an await in between, another request's write could slip inside. */
  function inTransaction<R>(work: () => R): R {
    client.exec("BEGIN IMMEDIATE");
    try {
      const results = work();
      client.exec("COMMIT");
      return results;
    } catch (error) {
      if (client.inTransaction) client.exec("ROLLBACK");
      throw error;
    }
  }

  function write<const T extends Statements>(
    build: (write: Builder) => T,
    check?: (results: Results<T>) => void,
  ): Results<T> {
    const results = runStatements(build(builder), run) as Results<T>;
    check?.(results);
    return results;
  }

  /** One of several in a transaction: undone by itself where it fails. */
  function writeApart({ build, check }: Write): Outcome {
    client.exec("SAVEPOINT one");
    try {
      const results = write(build, check);
      client.exec("RELEASE one");
      return { results };
    } catch (error) {
      // SQLite may have undone the whole transaction already.
      if (!client.inTransaction) throw error;
      client.exec("ROLLBACK TO one; RELEASE one");
      return { error };
    }
  }

  return {
    tables,
    read: builder,
    run: <R>(question: Bound<R>) => run(question) as R,

    transact: <const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): Results<T> => inTransaction(() => write(build, check)),

    /**
     * Writes the first of these, and more of them until it is over, in one commit; answers what came of each that it took.
     * @throws when nothing was taken, since another process holds the file.
     */
    transactTogether(writes: readonly Write[], isOver: () => boolean): Outcome[] {
      const outcomes: Outcome[] = [];
      let isBegun = false;
      try {
        inTransaction(() => {
          isBegun = true;
          for (const one of writes) {
            if (outcomes.length > 0 && isOver()) break;
            outcomes.push(undone);
            outcomes.splice(-1, 1, writeApart(one));
          }
        });
        return outcomes;
      } catch (error) {
        if (!isBegun) throw error;
        // What was written with it is undone as well.
        return outcomes.map((each) => ("results" in each || each === undone ? { error } : each));
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
