import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";

export type SqliteValue = string | number | bigint | boolean | null | Uint8Array;
/** Values by their place, or one object with names as they stand behind the `$`. */
export type SqliteValues = SqliteValue[] | [Readonly<Record<string, SqliteValue>>];

export type SqliteStatement<Row> = {
  all(...values: SqliteValues): Row[];
  get(...values: SqliteValues): Row | null;
  run(...values: SqliteValues): { changes: number };
  iterate(...values: SqliteValues): IterableIterator<Row>;
  /** For a statement that is used once: lets go of it before the garbage collector would. */
  finalize(): void;
};

/** A connection to a SQLite file. Everything on it is synchronous; whoever meets a lock fails at once. */
export type SqliteClient = {
  /** Runs one statement or several. */
  exec(sql: string): void;
  /** A statement that is kept for the next time that its text is asked for. */
  query<Row>(sql: string): SqliteStatement<Row>;
  prepare<Row>(sql: string): SqliteStatement<Row>;
  readonly inTransaction: boolean;
  close(): void;
};

/** `create` makes the file where there is none, which `write` and `read` refuse to do. */
export type OpenSqlite = (path: string, access: "create" | "write" | "read") => SqliteClient;

/** The driver's own error: `code` is SQLite's name for it. */
export type SqliteFault = Error & { code?: string | undefined };

/** Drizzle's builder over a connection. */
export type BuilderOver = (client: SqliteClient) => BunSQLiteDatabase<Record<string, never>>;
