import { reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import { LeaseLost } from "../../../db/leasedDatabase.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { Beginning, LookedAt } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";
import type { TakenLease } from "../../../db/stores/sending/accountLeases.ts";
import type { LeaseTicket } from "../../../db/stores/sending/leaseTicket.ts";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";
import { AccountJournal } from "../begun/AccountJournal.ts";
import { settlementsOf } from "../begun/leftBehind.ts";
import type { MailJournal, OutgoingMail, Sender } from "../senders/sender.ts";
import type { Lease } from "./Leases.ts";

type Parts = {
  /** Whose commits name the lease. */
  ledger: Ledger;
  lease: Lease;
  log: Log;
  lost(): void;
  /** Takes outcomes that came too late for that. */
  settleLate(settled: readonly Settlement[]): Promise<number>;
};

/** The ledger of a lane, which refuses whatever comes after the account went to another sender. */
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

/** What it claims, lets go and settles stands in the account's journal, for whoever takes the account over. */
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
    journal.told(said);
    return found;
  }

  async function shorten(): Promise<void> {
    try {
      if (journal.isLong) await ledger.shortenJournal(ticket, journal.whole());
    } catch (error) {
      // What there is goes on: it says more than it needs to.
      log.warn("What is noted of mails on their way could not be shortened", { error });
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
 * Settles what the last holder of an account left open, and goes on with its journal; null where one process has the
 * database for itself.
 */
export async function takeOver(
  { database, ledgerOf, log, clock }: TakingOver,
  { notes, underWay, ...lease }: TakenLease,
): Promise<AccountJournal | null> {
  if (database.shared === null) return null;
  const journal = new AccountJournal({ clock, notes, underWay });
  const ledger = journaledLedger({ ledger: ledgerOf(lease), log, lease }, journal);
  const open = settlementsOf(journal.open(), { ...lease, now: clock.now() });
  for (const settled of open) await ledger.settleAndClaim(settled, null);
  return journal;
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
