import { Refusal } from "../../../contract/errors.ts";

/** Why a campaign waits whose ledger cannot be written just now. It is tried again until it can. */
export function ledgerTrouble(error: unknown): string {
  if (error instanceof Refusal && error.code === "unavailable") return "The database is busy: trying again";
  if (error instanceof Refusal && error.code === "storage_full")
    return "The server's disk is full: sending goes on once there is room";
  // A failed query's own message holds its values, which are other people's addresses.
  return "The ledger could not be written: trying again";
}
