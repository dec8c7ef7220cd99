import type { SQL } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Tables } from "./tables.ts";

/** Drizzle's builder: for reads outside, and for the statements of an `atomically`. */
export type Builder = Pick<
  BunSQLiteDatabase<Record<string, never>>,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "$count"
>;

/** A query that has been built and not yet run. */
export type Statement = PromiseLike<unknown> & { getSQL?(): SQL };

export type Results<T extends readonly Statement[]> = { [K in keyof T]: Awaited<T[K]> };

/**
 * What the stores know of the database, whatever its dialect. Reads are awaited on `read`;
 * every write goes through `atomically`, one statement or many, so that locks, a full disk and
 * half-done work are dealt with at one place.
 */
export type Database = {
  tables: Tables;
  read: Builder;
  /**
   * Runs the statements in order in one transaction that takes the write lock at once. `check` sees their
   * results before the commit, and whatever it throws undoes them all. The callback only builds statements:
   * it must not await or run anything.
   * @throws {Refusal} unavailable (the lock did not come free in time) or storage_full.
   */
  atomically<const T extends readonly Statement[]>(
    build: (write: Builder) => T,
    check?: (results: Results<T>) => void,
  ): Promise<Results<T>>;
  /**
   * Tries to become the one process that sends for this database; held until `close` or the process's death,
   * however it dies. False while another process holds it.
   */
  becomeSender(): Promise<boolean>;
  close(): Promise<void>;
};
