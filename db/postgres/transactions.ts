import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool, PoolClient } from "pg";
import { postgresLimits } from "../../contract/limits/database.ts";
import type { Bound, Builder, Results, Shape, Statements } from "../database.ts";
import { mapRowsOnce } from "../rowMapper.ts";
import { type Ready, runStatementsTogether } from "../runStatements.ts";
import type { Tables } from "../tables.ts";
import { isConflict, isOutOfMemory, isUnreachable, refusalOfPostgres, unavailable } from "./faults.ts";

/** The half of a drizzle builder, and of what it prepares, that runs it. */
type Runnable = { execute(values?: Record<string, unknown>): Promise<unknown> };
type Unprepared = Runnable & { prepare(name: string): Runnable };

/** Runs statements on one connection, or on any of a pool's; those with a shape are built once for it. */
export type Runner = { builder: Builder; run(statement: Ready): Promise<unknown> };

let shapeCount = 0;
const names = new WeakMap<Shape<unknown>, string>();

/** A connection parses a statement once by its name, so the name is the shape's in all of the process. */
function nameOf(shape: Shape<unknown>): string {
  const name = names.get(shape) ?? `shape_${++shapeCount}`;
  names.set(shape, name);
  return name;
}

export function createRunner(client: Pool | PoolClient, tables: Tables): Runner {
  // The stores are written against one dialect's types; here is where the other one is said to be the same.
  const builder = drizzle(client) as unknown as Builder;
  const prepared = new WeakMap<Shape<unknown>, Runnable>();
  const prepare = ({ shape }: Bound<unknown>): Runnable => {
    const ready = mapRowsOnce((shape(builder, tables) as unknown as Unprepared).prepare(nameOf(shape)));
    prepared.set(shape, ready);
    return ready;
  };
  return {
    builder,
    run(statement) {
      if (!("shape" in statement)) return (statement as unknown as Runnable).execute();
      return (prepared.get(statement.shape) ?? prepare(statement)).execute(statement.values);
    },
  };
}

/**
 * Nothing that another transaction does meanwhile changes what this one sees or leaves: what the stores rely on is what
 * SQLite's one writer gives them, and SERIALIZABLE gives it to several, who are told to try again where they got in each
 * other's way. They hold a table of this dialect's own in a mode that lets all of them in, so that one may ask for
 * nobody beside it. The lock comes before the first statement, so that this one sees what those before it left.
 */
const besideOthers = "BEGIN ISOLATION LEVEL SERIALIZABLE; LOCK TABLE migrations IN ROW SHARE MODE";
/**
 * Nobody is beside it, so one snapshot is enough. SERIALIZABLE would go on refusing it while anybody's transaction on the same
 * server stays open, also in another database: PostgreSQL then keeps what thousands of ended ones read and wrote only in sum.
 */
const alone = "BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE migrations IN EXCLUSIVE MODE";

type Work<T extends Statements> = {
  build: (write: Builder) => T;
  check: ((results: Results<T>) => void) | undefined;
};

/** `Database.atomically` over a pool: one transaction over one connection. */
export function createTransactions(pool: Pool, tables: Tables) {
  const runners = new WeakMap<PoolClient, Runner>();

  async function runnerOf(client: PoolClient): Promise<Runner> {
    const runner = runners.get(client) ?? createRunner(client, tables);
    runners.set(client, runner);
    return runner;
  }

  async function attempt<T extends Statements>(
    begin: string,
    { build, check }: Work<T>,
  ): Promise<Results<T>> {
    const client = await pool.connect().catch((error) => {
      throw unavailable(error);
    });
    let isLost = false;
    let isCommitting = false;
    try {
      const { builder, run } = await runnerOf(client);
      // Waited for: what is sent behind it would each be its own transaction if this one did not begin.
      await client.query(begin);
      const results = (await runStatementsTogether(build(builder), run)) as Results<T>;
      check?.(results);
      isCommitting = true;
      await client.query("COMMIT");
      return results;
    } catch (error) {
      isLost = isUnreachable(error);
      // Whoever lost the answer to a commit does not know whether it happened, and must not do it again.
      if (isLost) throw isCommitting ? unavailable(error) : new Lost(error);
      // A connection that cannot even roll back is of no more use, and the server rolls back when it goes.
      if (!isCommitting)
        isLost = await client.query("ROLLBACK").then(
          () => false,
          () => true,
        );
      throw error;
    } finally {
      client.release(isLost);
    }
  }

  return async function atomically<const T extends Statements>(
    build: (write: Builder) => T,
    check?: (results: Results<T>) => void,
  ): Promise<Results<T>> {
    for (let tried = 0; ; ) {
      const isLast = tried === postgresLimits.triesBesideOthers;
      try {
        return await attempt(isLast ? alone : besideOthers, { build, check });
      } catch (error) {
        if (isLast || !(isConflict(error) || error instanceof Lost))
          throw error instanceof Lost ? unavailable(error.cause) : (refusalOfPostgres(error) ?? error);
        // Beside others there would be no room either.
        tried = isOutOfMemory(error) ? postgresLimits.triesBesideOthers : tried + 1;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * postgresLimits.retryWithinMs));
    }
  };
}

/** The connection ended before the commit was asked for, so nothing has happened. */
class Lost extends Error {
  constructor(cause: unknown) {
    super("the connection was lost before the commit", { cause });
  }
}
