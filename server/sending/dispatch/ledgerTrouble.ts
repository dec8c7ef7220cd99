import { Refusal } from "../../../contract/errors.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";

/** Why a campaign waits whose ledger cannot be written just now. It is tried again until it can. */
export function ledgerTrouble(error: unknown): Reason {
  if (error instanceof Refusal && error.code === "unavailable") return reason("database_busy");
  if (error instanceof Refusal && error.code === "storage_full") return reason("disk_full");
  // A failed query's own message holds its values, which are other people's addresses.
  return reason("ledger_unwritable");
}
