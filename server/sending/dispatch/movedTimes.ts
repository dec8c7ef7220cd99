import { sendLimits } from "../../../contract/limits/sending.ts";
import type { StoredTimeStore } from "../../../db/stores/installation/storedTimes.ts";
import type { Clock, ClockStep } from "../../core/clock.ts";
import type { Waits } from "../../core/waits.ts";
import type { Log } from "../../log/log.ts";

type Options = {
  storedTimes: StoredTimeStore;
  clock: Clock & Pick<Waits, "after">;
  log: Log;
  /** One process moves them, until it ends; the others keep no campaign's times. */
  isMover(): boolean;
  /** Called once that was tried, and again where it did not succeed at once. */
  onMoved(): void;
};

/** Times that are stored keep their distance to a clock that was set. */
export class MovedTimes {
  readonly #options: Options;
  /** How often the clock was set. */
  steps = 0;
  /** The moving of what is stored after the last time. */
  moved: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  async stepped(step: ClockStep): Promise<void> {
    const { clock, isMover, onMoved } = this.#options;
    this.steps += 1;
    const left = { isMoved: false, isTold: false };
    const tried = this.moved.then(() => this.#move(step, left));
    this.moved = tried.then(() => {});
    let isDone = await tried;
    onMoved();
    if (isDone) return;
    // As with a full disk. What nobody moves would wait for as long as the clock was ahead.
    while (!isDone && isMover()) {
      await new Promise<void>((resolve) => clock.after(sendLimits.ledgerRetryMs, resolve));
      isDone = await this.#move(step, left);
    }
    onMoved();
  }

  /** Whether nothing is left to be done. */
  async #move(step: ClockStep, left: { isMoved: boolean; isTold: boolean }): Promise<boolean> {
    const { isMover, storedTimes, log } = this.#options;
    if (!isMover()) return true;
    try {
      if (!left.isMoved) await storedTimes.moveAlong(step);
      left.isMoved = true;
      await this.bringBack();
      return true;
    } catch (error) {
      if (!left.isTold)
        log.error("Stored times could not be moved after the clock was set, and this is tried again", {
          error,
        });
      left.isTold = true;
      return false;
    }
  }

  /** What lies farther ahead than its own time allows comes back to the clock. */
  async bringBack(): Promise<void> {
    const { storedTimes, clock, log } = this.#options;
    const count = await storedTimes.bringBack(clock.now());
    if (count > 0) log.warn(`${count} stored times lay ahead of the clock and were brought back to it`);
  }
}
