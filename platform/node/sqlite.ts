import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import type {
  BuilderOver,
  OpenSqlite,
  SqliteClient,
  SqliteFault,
  SqliteStatement,
  SqliteValue,
  SqliteValues,
} from "../sqlite.ts";

export const openSqlite: OpenSqlite = (path, access) => {
  // A lock is never waited for unless the connection is told to, and foreign keys are nobody's but ours to ask for.
  const client = new Database(path, {
    timeout: 0,
    readonly: access === "read",
    fileMustExist: access !== "create",
  });
  client.pragma("foreign_keys = OFF");
  // One table may be written while another is being walked through; the driver forbids it unless told so.
  client.unsafeMode(true);
  return new Client(client);
};

export const builderOver: BuilderOver = (client) =>
  drizzle({ client: (client as Client).native }) as unknown as ReturnType<BuilderOver>;

/** Whether the driver itself says so. */
export function isSqliteFault(error: unknown): error is SqliteFault {
  return error instanceof Database.SqliteError;
}

type Native = Database.Statement<unknown[]>;

class Client implements SqliteClient {
  readonly native: Database.Database;
  readonly #kept = new Map<string, Native>();

  constructor(native: Database.Database) {
    this.native = native;
  }

  get inTransaction(): boolean {
    return this.native.inTransaction;
  }

  exec(sql: string): void {
    this.native.exec(sql);
  }

  query<Row>(sql: string): SqliteStatement<Row> {
    const native = this.#kept.get(sql) ?? this.native.prepare(sql);
    this.#kept.set(sql, native);
    return statementOf(native);
  }

  prepare<Row>(sql: string): SqliteStatement<Row> {
    return statementOf(this.native.prepare(sql));
  }

  close(): void {
    this.native.close();
  }
}

/** Here a statement knows whether it has rows, and says no to whoever asks it for the other. */
function statementOf<Row>(native: Native): SqliteStatement<Row> {
  // To this driver the number in "?1" is a name.
  const isNumbered = /\?\d/.test(native.source);
  const bound = (values: SqliteValues): unknown[] =>
    isNumbered
      ? [Object.fromEntries(values.map((value, i) => [i + 1, bindable(value)]))]
      : values.map(bindable);
  return {
    all: (...values) => {
      if (native.reader) return native.all(...bound(values)) as Row[];
      native.run(...bound(values));
      return [];
    },
    get: (...values) => (native.get(...bound(values)) as Row | undefined) ?? null,
    run: (...values) => {
      if (!native.reader) return { changes: native.run(...bound(values)).changes };
      native.all(...bound(values));
      return { changes: 0 };
    },
    iterate: (...values) => native.iterate(...bound(values)) as IterableIterator<Row>,
    // A connection that closes lets go of all its statements.
    finalize() {},
  };
}

/** SQLite has no truth values, and this driver makes none of ours into numbers. */
function bindable(value: SqliteValues[number]): unknown {
  if (typeof value === "boolean") return Number(value);
  if (value === null || typeof value !== "object" || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, SqliteValue>).map(([name, each]) => [name, bindable(each)]),
  );
}
