import { reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import type { Database } from "../../../db/database.ts";
import { LeaseLost } from "../../../db/leasedDatabase.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { Beginning, LookedAt } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";
import type { TakenLease } from "../../../db/stores/sending/accountLeases.ts";
import type { LeaseTicket } from "../../../db/stores/sending/leaseTicket.ts";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";
import { AccountJournal } from "../journal/AccountJournal.ts";
import { openMailSettlements } from "../journal/openMailSettlements.ts";
import type { MailJournal, OutgoingMail, Sender } from "../senders/sender.ts";
import type { Lease } from "./Leases.ts";

type Parts = {
  /** Its commits name the lease. */
  ledger: Ledger;
  lease: Lease;
  log: Log;
  lost(): void;
  /** Records outcomes that came after the lease was lost. */
  settleLate(settled: readonly Settlement[]): Promise<number>;
};

/** The ledger of a lane. It refuses every commit after the account has gone to another sender. */
export function leasedLedger({ lost, settleLate, ...parts }: Parts): Ledger {
  const ledger = parts.lease.journal === null ? parts.ledger : journaledLedger(parts, parts.lease.journal);
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

/** Records in the account's journal what the ledger claims, begins and settles, for whoever takes the account over. */
export function journaledLedger(
  { ledger, lease, log }: Pick<Parts, "ledger" | "log"> & { lease: LeaseTicket },
  journal: AccountJournal,
): Ledger {
  const ticket = { credentialId: lease.credentialId, lease: lease.lease };

  async function begin(
    ids: readonly string[],
    look: (asked: Beginning) => Promise<LookedAt[]>,
  ): Promise<LookedAt[]> {
    const said = journal.beginning(ids);
    const found = await look({ ticket, ids, said });
    journal.noted(said);
    return found;
  }

  async function shorten(): Promise<void> {
    try {
      if (journal.isLong) await ledger.shortenJournal(ticket, journal.whole());
    } catch (error) {
      // The longer journal is still right.
      log.warn("The journal of an account could not be compacted", { error });
    }
  }

  return {
    ...ledger,
    lookAt: ({ ids }) => begin(ids, ledger.begin),
    lookAtMails: ({ ids }) => begin(ids, ledger.beginMails),
    async settleAndClaim(settled, claim) {
      const bucketAt = claim?.bucketAt ?? 0;
      const claimed = await ledger.settleAndClaim(settled, claim, {
        ticket,
        noteOf: (taken) => journal.committing({ settled, claimed: taken, bucketAt }),
      });
      journal.committed({ settled, claimed, bucketAt });
      await shorten();
      return claimed;
    },
  };
}

type TakingOver = Pick<Parts, "log"> & {
  database: Pick<Database, "shared">;
  ledgerOf(lease: LeaseTicket): Ledger;
  clock: Pick<Clock, "now">;
};

/**
 * Settles what the last holder of an account left open, and continues its journal. Null if one process has the database
 * to itself.
 */
export async function takeOver(
  { database, ledgerOf, log, clock }: TakingOver,
  { notes, underWay, ...lease }: TakenLease,
): Promise<AccountJournal | null> {
  if (database.shared === null) return null;
  const journal = new AccountJournal({ clock, notes, underWay });
  const ledger = journaledLedger({ ledger: ledgerOf(lease), log, lease }, journal);
  const open = openMailSettlements(journal.open(), { ...lease, now: clock.now() });
  for (const settled of open) await ledger.settleAndClaim(settled, null);
  return journal;
}

/** A sender that holds back the end of a mail once the account may be another's, however long this process was stopped. */
export function leasedSender(sender: Sender, lease: Lease): Sender {
  return {
    ...sender,
    async send(mail: OutgoingMail) {
      // Its server is not spoken to either: another sender's mails keep to the account's gap without knowing of this one.
      if (!lease.mayGo()) return interrupted;
      try {
        return await sender.send({ ...mail, journal: guarded(mail.journal, lease) });
      } catch (error) {
        if (!(error instanceof LeaseOver)) throw error;
        return interrupted;
      }
    },
  };
}

const interrupted: Outcome = { kind: "busy", reason: reason("interrupted") };

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
