import { transactionalLimits } from "../../../contract/limits/sending.ts";

/** Who waits for an account's next claim. */
export type Line = { mails: boolean; campaigns: boolean };

/**
 * How transactional mails and campaigns share an account. Mails go first; while both wait, of every `shareOf` mails that
 * the account takes on one is a campaign's. It is mails that are counted and not turns, since a campaign takes many at
 * once and a call has one. Where one of them has nothing due, the other has all.
 */
export class MailShare {
  /** Mails taken on for which campaigns have not had theirs. */
  #owedFor = 0;

  /** Whether it is the turn of mails. */
  isForMails(line: Line): boolean {
    if (!line.mails || !line.campaigns) this.#owedFor = 0;
    return line.mails && this.#owedFor < own;
  }

  /** How many a campaign may take on in its turn. */
  campaignMax(line: Line): number {
    return line.mails ? Math.max(1, Math.floor(this.#owedFor / own)) : Number.POSITIVE_INFINITY;
  }

  took({ isMails, count }: { isMails: boolean; count: number }): void {
    this.#owedFor = Math.max(0, this.#owedFor + (isMails ? count : -count * own));
  }
}

/** The mails' own of each `shareOf`. */
const own = transactionalLimits.shareOf - 1;
