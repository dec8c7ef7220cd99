import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { Waits } from "../../core/waits.ts";

/**
 * The lanes of one sender commit one after the other where a database is shared; behind one that takes long, as where the database is
 * far away or a row is somebody's, the next begins all the same. PostgreSQL has transactions that got in each other's way begin
 * anew, and goes by pages of its indexes, where the rows of many accounts lie side by side: with fifty accounts most were
 * done several times, and with nobody beside them in the end.
 */
export class CommitTurns {
  readonly #waits: Pick<Waits, "after">;
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #running = 0;

  constructor(waits: Pick<Waits, "after">) {
    this.#waits = waits;
  }

  /** The same ledger, whose commits take turns with those of others that were given by this. */
  of(ledger: Ledger): Ledger {
    return { ...ledger, settleAndClaim: (...said) => this.#inTurn(() => ledger.settleAndClaim(...said)) };
  }

  async #inTurn<T>(commit: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push(begin);
      this.#beginNext();
    });
    let isOwn = true;
    const passOn = () => {
      if (isOwn) this.#isTaken = false;
      isOwn = false;
      this.#beginNext();
    };
    const callOff = this.#waits.after(sendLimits.commitTurnMs, passOn);
    try {
      return await commit();
    } finally {
      callOff();
      this.#running -= 1;
      passOn();
    }
  }

  #beginNext(): void {
    if (this.#isTaken || this.#running >= sendLimits.commitsMax) return;
    const begin = this.#waiting.shift();
    if (begin === undefined) return;
    this.#isTaken = true;
    this.#running += 1;
    begin();
  }
}
