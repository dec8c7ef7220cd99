import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Settlement } from "../../../db/stores/campaigns/ledgerSettling.ts";
import type { Waits } from "../../core/waits.ts";
import type { LaneDeps } from "./laneDeps.ts";

/** What became of a mail, with what its lane needs to know of it once that is written. */
export type Settled = Settlement & {
  campaignId: string;
  email: string;
  /** It was claimed then and never begun: its server was not spoken to. */
  notBegunSince?: number;
};

type Parts = {
  clock: Pick<Waits, "steadyMs">;
  journal: Pick<LaneDeps["journal"], "isKept">;
};

/** Outcomes that are not written yet. Those that come soon after each other share one commit, which costs more than a mail does. */
export class Outcomes {
  readonly #waits: Pick<Waits, "steadyMs">;
  readonly #gatherMs: () => number;
  #waiting: Settled[] = [];
  #sinceMs = 0;

  /** `pacedMs`: how long they are worth waiting for others. */
  constructor({ clock, journal }: Parts, pacedMs: () => number) {
    this.#waits = clock;
    // Without a journal what was answered and is not written would be in doubt after a kill.
    this.#gatherMs = () => (journal.isKept ? pacedMs() : sendLimits.gatherMs);
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(...settled: readonly Settled[]): void {
    if (this.#waiting.length === 0) this.#sinceMs = this.#waits.steadyMs();
    this.#waiting.push(...settled);
  }

  /** Whether they are to be written now; with nothing under way there is nothing to wait for. */
  isDue({ isLast }: { isLast: boolean }): boolean {
    const left = this.leftMs();
    return left !== null && (isLast || left <= 0 || this.#waiting.length >= sendLimits.gatherMax);
  }

  /** How much longer they may wait for others; null where there are none. */
  leftMs(): number | null {
    if (this.#waiting.length === 0) return null;
    return this.#sinceMs + this.#gatherMs() - this.#waits.steadyMs();
  }

  take(): Settled[] {
    return this.#waiting.splice(0);
  }

  /** They could not be written. */
  putBack(settled: readonly Settled[]): void {
    this.#waiting.unshift(...settled);
  }
}
