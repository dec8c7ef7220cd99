import type { Builder, Database, Results, Statement, Statements } from "./database.ts";

type Hold = {
  /** Finds a row as long as the right to write is held. */
  held: (write: Builder) => Statement;
  /** What is thrown once it is another's, and nothing was written. */
  lost: () => Error;
};

/** The same database, each of whose commits stands only while something is still held: it is asked within the commit. */
export function heldDatabase(database: Database, { held, lost }: Hold): Database {
  return {
    ...database,
    async atomically<const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): Promise<Results<T>> {
      const results = await database.atomically(
        (write) => ({ stillHeld: held(write), ...build(write) }) as Statements,
        (all) => {
          if ((all.stillHeld as unknown[]).length === 0) throw lost();
          check?.(all as Results<T>);
        },
      );
      return results as Results<T>;
    },
  };
}
