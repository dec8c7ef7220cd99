import { Refusal } from "../../../contract/errors.ts";
import { type Cause, type Reason, reason } from "../../../contract/reasons.ts";
import { refusalOfDatabase } from "../../../db/faults.ts";
import type { Log } from "../../log/log.ts";

type Known = {
  log: Log;
  /** The account. */
  of: { id: string };
  /** Why it waits already. */
  before: Cause | undefined;
};

/** Why a campaign waits whose ledger cannot be written just now. It is tried again until it can. */
export function ledgerTrouble(error: unknown, { log, of, before }: Known): Reason {
  const refusal = error instanceof Refusal ? error : refusalOfDatabase(error);
  if (refusal?.code === "unavailable") return reason("database_busy");
  if (refusal?.code === "storage_full") return reason("disk_full");
  // Neither of them, and so a fault of ours, which whoever runs this has to hear of: once, not with every try.
  if (before?.code !== "ledger_unwritable")
    log.error("The ledger could not be read or written", { account: of.id, error });
  // A failed query's own message holds its values, which are other people's addresses.
  return reason("ledger_unwritable");
}
