import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Tables } from "./tables.ts";

/** Drizzle's builder: for reads outside, and for the statements of an `atomically`. */
export type Builder = Pick<
  BunSQLiteDatabase<Record<string, never>>,
  "select" | "selectDistinct" | "insert" | "update" | "delete" | "$count"
>;

/**
 * A statement that is built once in a process's life and run with new values each time: building SQL costs many
 * times what running it does. `shape` is a function of a module, with placeholders where the values go.
 */
export type Shape<R> = (builder: Builder, tables: Tables) => PromiseLike<R>;
export type Bound<R> = { shape: Shape<R>; values: Record<string, unknown> };

export function bound<R>(shape: Shape<R>, values: Record<string, unknown>): Bound<R> {
  return { shape, values };
}

/** What came of the statements so far, by their names. */
export type Earlier = Readonly<Record<string, unknown>>;
export type Following<R> = { shape: Shape<R>; valuesFrom: (earlier: Earlier) => Record<string, unknown> };

/**
 * A statement of an `atomically` whose values follow from what came of others that stand before it, such as the number
 * of rows that one of them changed.
 */
export function following<const E extends Earlier, R>(
  shape: Shape<R>,
  valuesFrom: (earlier: E) => Record<string, unknown>,
): Following<R> {
  return { shape, valuesFrom: valuesFrom as Following<R>["valuesFrom"] };
}

/** A query that has been built and not yet run. */
export type Statement = PromiseLike<unknown> | Bound<unknown> | Following<unknown>;

/**
 * Statements by what each of them does; they run in the order in which they stand there. Where it depends on the data
 * how many there are, a name has a list of them. A name that reads as a number would be moved to the front.
 */
export type Statements = {
  readonly [name: string]: Statement | readonly Statement[];
  readonly [position: number]: never;
};

type ResultOf<S> = S extends readonly Statement[]
  ? { [K in keyof S]: ResultOf<S[K]> }
  : S extends { shape: Shape<infer R> }
    ? R
    : Awaited<S>;

/** What came of each statement, under its name. */
export type Results<T extends Statements> = { [K in keyof T]: ResultOf<T[K]> };

/** What another thread of this process needs to open the same database and to write beside this one. */
export type Beside = {
  folder: string;
  turns: SharedArrayBuffer;
  /** While the other thread writes, it also moves the log into the database, which would hold this one up. */
  lendLog(isLent: boolean): void;
  /** After a thread in the background was ended by force. */
  threadEnded(): void;
  /** After the thread that sends has ended, whatever it was at. */
  senderEnded(): void;
  /** Whether somebody waits until it is their turn to write; for a thread in the background. */
  isAwaited(): boolean;
};

/** What came of counting one: how long to wait where that is one too many, and when the window is over. */
export type Hit = { waitMs: number | null; left: number; resetMs: number };

/**
 * What processes on several machines count and do in turn together: single statements, by the database's time.
 * Each throws {Refusal} unavailable when the database does not answer in time.
 */
export type Shared = {
  /** Counts one within a window that starts with the key's first; answers as a rate limiter does. */
  hit(counted: Counted): Promise<number | null>;
  /** The same, and how many are left until the window is over. */
  count(counted: Counted): Promise<Hit>;
  undo(counted: Counted): Promise<void>;
  forget(counted: Counted): Promise<void>;
  /**
   * Joins a line at its end, or stays where one is, for so long. Answers how many are before; null where too many wait
   * already.
   */
  stand(turn: { key: string; ticket: string; waitingMax: number; leaseMs: number }): Promise<number | null>;
  leave(turn: { key: string; ticket: string }): Promise<void>;
  /** Whether it takes writes; a standby does not, as one is that was demoted or not promoted yet. */
  takesWrites(): Promise<boolean>;
};

/** `name` says which limit, `key` who is counted by it. */
export type Counted = {
  name: string;
  key: string;
  rate: { count: number; windowMs: number };
  keysMax: number;
};

/**
 * Short words to every process of a database, this one too. Nobody waits for one, and each may be lost or come twice:
 * it only says where to look. None is said before what it is about is committed, and at most one for a batch.
 */
export type Notices = {
  send(notice: string): void;
  /** `missed`: some may have been lost, so it is time to look at everything. Answers how to stop listening. */
  listen(listener: { heard(notice: string): unknown; missed(): void }): () => void;
  close(): Promise<void>;
};

/**
 * What the stores know of the database, whatever its dialect. Reads are awaited on `read`;
 * every write goes through `atomically`, one statement or many, so that locks, a full disk and
 * half-done work are dealt with at one place.
 */
export type Database = {
  tables: Tables;
  read: Builder;
  /** A read that is asked so often that its SQL is built only once. */
  ask<R>(question: Bound<R>): Promise<R>;
  /**
   * Runs the statements in order in one transaction that takes the write lock at once, and answers what came of
   * each by its name. `check` sees that before the commit, and whatever it throws undoes them all. The callback
   * only builds statements: it must not await or run anything.
   * @throws {Refusal} unavailable (the lock did not come free in time) or storage_full.
   */
  atomically<const T extends Statements>(
    build: (write: Builder) => T,
    check?: (results: Results<T>) => void,
  ): Promise<Results<T>>;
  /**
   * Something that is different after every commit, of this process or another, so that what was read may be used again
   * until then; null where nobody can tell. It costs a seventh of the smallest read.
   */
  state(): string | null;
  /**
   * Tries to become the one process that sends for this database; held until `close` or the process's death,
   * however it dies. False while another process holds it. `onLost` is called when it is lost all the same: the
   * connection that held it is gone, and another process may send from then on.
   */
  becomeSender(onLost?: () => void): Promise<boolean>;
  /** Words to the other processes of this database, wherever they are; null where the database is a file. */
  notices: Notices | null;
  /** What is shared with other machines; null where the database is a file, which one machine has for itself. */
  shared: Shared | null;
  /** How a thread in the background works on the same database; null where the database is not a file. */
  beside: Beside | null;
  /** How large it is. */
  bytes(): Promise<number>;
  close(): Promise<void>;
};
