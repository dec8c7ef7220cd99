import { reason } from "../../../contract/reasons.ts";
import { LeaseLost } from "../../../db/leasedDatabase.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";
import type { MailJournal, OutgoingMail, Sender } from "../senders/sender.ts";
import type { Lease } from "./Leases.ts";

type Parts = {
  /** Whose commits name the lease. */
  ledger: Ledger;
  lost(): void;
  /** Takes outcomes that came too late for that. */
  settleLate(settled: readonly Settlement[]): Promise<number>;
};

/** The ledger of a lane, which refuses whatever comes after the account went to another sender. */
export function leasedLedger({ ledger, lost, settleLate }: Parts): Ledger {
  return {
    ...ledger,
    async settleAndClaim(settled, claim) {
      try {
        return await ledger.settleAndClaim(settled, claim);
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        lost();
        await settleLate(settled);
        return [];
      }
    },
  };
}

/** The end of a mail never leaves once the account may be another sender's, however long this process was stopped. */
export function leasedSender(sender: Sender, lease: Lease): Sender {
  return {
    ...sender,
    async send(mail: OutgoingMail) {
      try {
        return await sender.send({ ...mail, journal: guarded(mail.journal, lease) });
      } catch (error) {
        if (!(error instanceof LeaseOver)) throw error;
        return { kind: "busy", reason: reason("interrupted") };
      }
    },
  };
}

class LeaseOver extends Error {
  override readonly name = "LeaseOver";
}

function guarded(journal: MailJournal | undefined, lease: Lease): MailJournal {
  return {
    begins() {
      if (!lease.mayGo()) throw new LeaseOver("the account may be another sender's by now");
      journal?.begins();
    },
    answered: (isTaken) => journal?.answered(isTaken),
  };
}
