/** A wait that a word from outside cuts short. */
export class Alarm {
  #rung = false;
  #wake: () => void = () => {};

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, waitMs);
    });
    clearTimeout(timer);
    this.#wake = () => {};
  }
}
