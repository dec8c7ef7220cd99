import type { StoredTimeStore } from "../../../db/stores/installation/storedTimes.ts";
import type { Clock, ClockStep } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";

type Options = {
  storedTimes: StoredTimeStore;
  clock: Clock;
  log: Log;
  /** One process moves them; the others keep no campaign's times. */
  isMover(): boolean;
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

  stepped(step: ClockStep): Promise<void> {
    this.steps += 1;
    this.moved = this.moved.then(() => this.#move(step));
    return this.moved;
  }

  async #move(step: ClockStep): Promise<void> {
    const { isMover, storedTimes, log } = this.#options;
    if (!isMover()) return;
    try {
      await storedTimes.moveAlong(step);
      await this.bringBack();
    } catch (error) {
      log.error("Stored times could not be moved after the clock was set", { error });
    }
  }

  /** What lies farther ahead than its own time allows comes back to the clock. */
  async bringBack(): Promise<void> {
    const { storedTimes, clock, log } = this.#options;
    const count = await storedTimes.bringBack(clock.now());
    if (count > 0) log.warn(`${count} stored times lay ahead of the clock and were brought back to it`);
  }
}
