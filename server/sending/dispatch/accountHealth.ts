import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Cause, inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";
import type { AccountEffect } from "./settlement.ts";

/** Why an account does not send; `until` is null when a person has to act. */
export type Pause = { reason: Cause; until: number | null };

/** Writes the account's rest or stop where its owner sees it; null lets it go on. */
export type SavePause = (pause: Pause | null) => Promise<void>;

/**
 * Whether an account may send, as its own server's answers tell: a breaker for connections that fail in a row,
 * rests that end by themselves, and stops that wait for a person.
 */
export class AccountHealth {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #savePause: SavePause;
  #pause: Pause | null;
  #faultsInRow = 0;
  /** How often it has rested for them since its server was last there. */
  #restsInRow = 0;

  constructor(options: { clock: Clock; log: Log; savePause: SavePause; pause: Pause | null }) {
    this.#clock = options.clock;
    this.#log = options.log;
    this.#savePause = options.savePause;
    this.#pause = options.pause;
  }

  get pause(): Pause | null {
    return this.#pause;
  }

  /** A person says that it may go on; what is stored is theirs to change. */
  resume(): void {
    this.#pause = null;
    this.#faultsInRow = 0;
  }

  /** Ends a rest whose time is over. */
  async endRest(now: number): Promise<void> {
    const until = this.#pause?.until;
    if (until === undefined || until === null || now < until) return;
    this.resume();
    await this.#save();
  }

  async apply(effect: AccountEffect): Promise<void> {
    switch (effect.kind) {
      case "none":
        return;
      case "healthy":
        this.#faultsInRow = 0;
        this.#restsInRow = 0;
        return;
      case "rest":
        return this.#rest(effect);
      case "stop":
        return this.#set({ reason: effect.reason, until: null });
      case "connectionFault": {
        this.#faultsInRow += 1;
        if (this.#faultsInRow < sendLimits.breakerFaults) return;
        const count = this.#faultsInRow;
        const why = reason("unreached_in_row", { count, last: inner(effect.reason) }, effect.reason.reply);
        return this.#rest({ reason: why, restMs: this.#nextRestMs() });
      }
    }
  }

  /** Those that fail beside each other lead to one rest. */
  #nextRestMs(): number {
    const { breakerRestsMs: rests } = sendLimits;
    if (this.#pause === null) this.#restsInRow += 1;
    return rests[Math.min(this.#restsInRow, rests.length) - 1] ?? 0;
  }

  async #rest({ reason, restMs }: { reason: Reason; restMs: number }): Promise<void> {
    const until = this.#clock.now() + restMs;
    // Of two rests the longer counts.
    if (this.#pause?.until && this.#pause.until >= until) return;
    await this.#set({ reason, until });
  }

  async #set(pause: Pause): Promise<void> {
    // A stop waits for a person, so nothing milder replaces it; and one notice is enough.
    if (this.#pause?.until === null) return;
    this.#pause = pause;
    await this.#save();
  }

  async #save(): Promise<void> {
    try {
      await this.#savePause(this.#pause);
    } catch (error) {
      // The pause holds in memory; only the note of it is lost until the next one.
      this.#log.warn("The pause of an account could not be saved", { error });
    }
  }
}
