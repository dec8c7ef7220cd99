import type { Database } from "./database.ts";
import { heldDatabase } from "./heldDatabase.ts";
import { leaseHeld } from "./stores/sending/accountLeases.ts";
import type { LeaseTicket } from "./stores/sending/leaseTicket.ts";

/** The account has another holder by now, so nothing was written. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The same database, each of whose commits stands only while the account is still this holder's. */
export function leasedDatabase(database: Database, ticket: LeaseTicket): Database {
  return heldDatabase(database, {
    held: () => leaseHeld(ticket),
    lost: () => new LeaseLost("another sender has the account"),
  });
}
