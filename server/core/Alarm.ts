import { systemWaits, type Waits } from "./waits.ts";

/** A wait that a word from outside cuts short. */
export class Alarm {
  readonly #waits: Pick<Waits, "after">;
  #rung = false;
  #wake: () => void = () => {};

  constructor(waits: Pick<Waits, "after"> = systemWaits) {
    this.#waits = waits;
  }

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  /** Forgets earlier rings: from here on only new ones count. */
  set(): void {
    this.#rung = false;
  }

  get rung(): boolean {
    return this.#rung;
  }

  /** Waits until it rings, or for so long; not at all where it has rung since it was set or the time is over. */
  async wait(waitMs: number): Promise<void> {
    if (this.#rung || waitMs <= 0) return;
    let callOff = () => {};
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      callOff = this.#waits.after(waitMs, resolve);
    });
    callOff();
    this.#wake = () => {};
  }
}
