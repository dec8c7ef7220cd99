/**
 * How long a server may still take. It is asked several times for each mail, so the timer is left as it is where
 * it ends early enough, and looks once more when it does.
 */
export class ReplyTimer {
  readonly #timeUp: () => void;
  #until = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(timeUp: () => void) {
    this.#timeUp = timeUp;
  }

  /** Begins anew with so much time, or with no end. */
  begin(waitMs: number | null): void {
    this.#until = waitMs === null ? Number.POSITIVE_INFINITY : performance.now() + waitMs;
    if (this.#until < this.#timerAt) this.#setTimer();
  }

  stop(): void {
    this.#until = Number.POSITIVE_INFINITY;
    this.#timerAt = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timerAt = this.#until;
    this.#timer = setTimeout(() => this.#look(), Math.max(0, this.#until - performance.now()));
    // The socket holds the process, and not the wait for it.
    this.#timer.unref();
  }

  #look(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    if (this.#until === Number.POSITIVE_INFINITY) return;
    if (performance.now() >= this.#until) this.#timeUp();
    else this.#setTimer();
  }
}
