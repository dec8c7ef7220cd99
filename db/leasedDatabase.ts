import type { Builder, Database, Results, Statements } from "./database.ts";
import { type LeaseTicket, leaseHeld } from "./stores/sending/accountLeases.ts";

/** The account has another holder by now, so nothing was written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The same database, each of whose commits stands only while the account is still this holder's. */
export function leasedDatabase(database: Database, ticket: LeaseTicket): Database {
  return {
    ...database,
    async atomically<const T extends Statements>(
      build: (write: Builder) => T,
      check?: (results: Results<T>) => void,
    ): Promise<Results<T>> {
      const results = await database.atomically(
        (write) => ({ leaseHeld: leaseHeld(ticket), ...build(write) }) as Statements,
        (all) => {
          if ((all.leaseHeld as unknown[]).length === 0)
            throw new LeaseLost("another sender has the account");
          check?.(all as Results<T>);
        },
      );
      return results as Results<T>;
    },
  };
}
