import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Waits } from "../../core/waits.ts";

type Options = {
  waits: Pick<Waits, "steadyMs">;
  /** Whether a connection is free, and there is nothing to send over it. */
  isStarved(): boolean;
};

/**
 * How fast a lane is while it has mails to begin. That it has none because a commit takes long, as where the database is far
 * away, is no slowness of its server's: taken for one, the next commit would claim as few again.
 */
export class Pace {
  readonly #options: Options;
  #sinceMs: number;
  #isStarved = true;
  #count = 0;
  #busyMs = 0;
  #perSecond = 0;
  #commitMs = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#sinceMs = options.waits.steadyMs();
  }

  begun(): void {
    this.#count += 1;
    this.look();
  }

  /** Looks whether it is starved by now; to be called wherever that may have changed. */
  look(): void {
    const { waits, isStarved } = this.#options;
    const now = waits.steadyMs();
    if (!this.#isStarved) this.#busyMs += now - this.#sinceMs;
    this.#sinceMs = now;
    this.#isStarved = isStarved();
  }

  /** Commits, and keeps in mind how long that takes. */
  async timed<T>(commit: () => Promise<T>): Promise<T> {
    const { waits } = this.#options;
    const beganMs = waits.steadyMs();
    const found = await commit();
    this.#commitMs = (this.#commitMs + waits.steadyMs() - beganMs) / 2;
    return found;
  }

  /** How long outcomes wait for others: where a commit is long in coming, because many accounts send, it is for more mails. */
  get gatherMs(): number {
    const { gatherMs, gatherMaxMs, gatherPerCommit } = sendLimits;
    return Math.min(gatherMaxMs, Math.max(gatherMs, this.#commitMs * gatherPerCommit));
  }

  /** How many mails are worth having claimed: a commit is then for many, and nothing waits for long. */
  ahead(): number {
    this.look();
    if (this.#busyMs >= sendLimits.paceMs) {
      this.#perSecond = (this.#perSecond + (this.#count * 1_000) / this.#busyMs) / 2;
      this.#count = 0;
      this.#busyMs = 0;
    }
    const aheadMs = Math.min(sendLimits.claimAheadMs + this.#commitMs, sendLimits.claimAheadMaxMs);
    return Math.min(sendLimits.claimMax, Math.ceil((this.#perSecond * aheadMs) / 1_000));
  }
}
