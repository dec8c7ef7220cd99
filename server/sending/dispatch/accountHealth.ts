import { sendLimits } from "../../../contract/limits/sending.ts";
import { type Cause, inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { Clock } from "../../core/clock.ts";
import type { Waits } from "../../core/waits.ts";
import type { Log } from "../../log/log.ts";
import type { AccountEffect } from "./settlement.ts";

/** Why an account does not send; `until` is null when a person has to act. */
export type Pause = { reason: Cause; until: number | null };

/** What is stored of an account: why it pauses, if it does. */
export function pauseOf({ paused, pausedReason, pausedUntil }: StoredPause): Pause | null {
  return paused ? { reason: pausedReason ?? reason("account_paused"), until: pausedUntil } : null;
}

type StoredPause = Pick<CredentialRow, "paused" | "pausedReason" | "pausedUntil">;

/** A wait of seconds: until when it is told to be, and until when it is by the clock that nobody sets. */
type Wait = { reason: Reason; until: number; untilMs: number; waitMs: number };

type HealthClock = Clock & Pick<Waits, "steadyMs">;

/** Writes the account's rest or stop where its owner sees it; null lets it go on. */
type SavePause = (pause: Pause | null) => Promise<void>;

/**
 * Whether an account may send, as its own server's answers tell: a breaker for connections that fail in a row,
 * rests that end by themselves, and stops that wait for a person.
 */
export class AccountHealth {
  readonly #clock: HealthClock;
  readonly #log: Log;
  readonly #savePause: SavePause;
  readonly #putOffs: PutOffs;
  #pause: Pause | null;
  #faultsInRow = 0;
  /** How often it has rested for them since its server was last there. */
  #restsInRow = 0;

  constructor(options: { clock: HealthClock; log: Log; savePause: SavePause; pause: Pause | null }) {
    this.#clock = options.clock;
    this.#putOffs = new PutOffs(options.clock);
    this.#log = options.log;
    this.#savePause = options.savePause;
    this.#pause = options.pause;
  }

  get pause(): Pause | null {
    return this.#pause;
  }

  /** Why nothing is sent at this moment: the pause, or a wait of seconds that nobody needs to be told of for good. */
  get wait(): Pause | null {
    return this.#pause ?? this.#putOffs.wait;
  }

  /** The same, where it takes so long that a person wants to know. */
  get toldWait(): Pause | null {
    const wait = this.#putOffs.wait;
    return this.#pause ?? (wait !== null && wait.waitMs >= sendLimits.putOffToldMs ? wait : null);
  }

  /** Whether the server is known to take mails more slowly than they come. */
  get isThrottled(): boolean {
    return this.#putOffs.isKnown;
  }

  /** How many mails may be under way: one after its server was waited for, and one more for each that it takes since. */
  get mailsAtOnce(): number {
    return this.#putOffs.mailsAtOnce;
  }

  /** A person says that it may go on; what is stored is theirs to change. */
  resume(): void {
    this.#pause = null;
    this.#putOffs.forget();
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
        this.#reached();
        this.#putOffs.taken();
        return;
      case "putOff":
        this.#reached();
        this.#putOffs.putOff(effect.reason);
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

  #reached(): void {
    this.#faultsInRow = 0;
    this.#restsInRow = 0;
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

/**
 * How a server that counts mails is sent to as fast as it takes them: it puts off what is too much, and says that of one mail
 * after the other until its second, minute or hour is over. A run of those is followed by a wait, longer as long as nothing is
 * taken. Then one mail goes, and with each that is taken one more at once, as TCP begins slowly (RFC 5681 section 3.1): the next
 * that is put off meanwhile says that its limit is met again.
 */
class PutOffs {
  readonly #clock: HealthClock;
  #inRow = 0;
  #waitsInRow = 0;
  #wait: Wait | null = null;
  #atOnce = Number.POSITIVE_INFINITY;

  constructor(clock: HealthClock) {
    this.#clock = clock;
  }

  get wait(): Wait | null {
    if (this.#wait === null) return null;
    const { until, untilMs } = this.#wait;
    // Whoever sleeps until then must find it over; and a clock that was set back does not make it longer.
    return this.#clock.now() < until && this.#clock.steadyMs() < untilMs ? this.#wait : null;
  }

  /** For a while after such a wait, too. */
  get isKnown(): boolean {
    return this.#wait !== null && this.#clock.steadyMs() < this.#wait.untilMs + sendLimits.putOffKnownMs;
  }

  get mailsAtOnce(): number {
    return this.#atOnce;
  }

  taken(): void {
    this.#atOnce = this.#atOnce < sendLimits.slowlyAtOnceMax ? this.#atOnce + 1 : Number.POSITIVE_INFINITY;
    // Now and then one of many is put off for its own sake.
    this.#inRow = Math.max(0, this.#inRow - 2);
    this.#waitsInRow = 0;
  }

  putOff({ reply }: Reason): void {
    // What was under way when the wait began says nothing new.
    if (this.wait !== null) return;
    this.#inRow += 1;
    if (this.#atOnce === Number.POSITIVE_INFINITY && this.#inRow < sendLimits.putOffsInRow) return;
    const { putOffWaitsMs: waits } = sendLimits;
    const waitMs = waits[Math.min(this.#waitsInRow, waits.length - 1)] ?? 0;
    this.#wait = {
      reason: reason("server_throttles", {}, reply),
      until: this.#clock.now() + waitMs,
      untilMs: this.#clock.steadyMs() + waitMs,
      waitMs,
    };
    this.#waitsInRow += 1;
    this.#inRow = 0;
    this.#atOnce = 1;
  }

  forget(): void {
    this.#inRow = 0;
    this.#waitsInRow = 0;
    this.#wait = null;
    this.#atOnce = Number.POSITIVE_INFINITY;
  }
}
