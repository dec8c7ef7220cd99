import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Waits } from "../../core/waits.ts";

/** How fast a lane is just now, by the mails that it began. */
export class Pace {
  readonly #waits: Pick<Waits, "steadyMs">;
  #sinceMs: number;
  #count = 0;
  #perSecond = 0;

  constructor(waits: Pick<Waits, "steadyMs">) {
    this.#waits = waits;
    this.#sinceMs = waits.steadyMs();
  }

  begun(): void {
    this.#count += 1;
  }

  /** How many mails are worth having claimed: a commit is then for many, and nothing waits for long. */
  ahead(): number {
    const now = this.#waits.steadyMs();
    const elapsedMs = now - this.#sinceMs;
    if (elapsedMs >= sendLimits.paceMs) {
      this.#perSecond = (this.#perSecond + (this.#count * 1_000) / elapsedMs) / 2;
      this.#count = 0;
      this.#sinceMs = now;
    }
    return Math.min(sendLimits.claimMax, Math.ceil((this.#perSecond * sendLimits.claimAheadMs) / 1_000));
  }
}
