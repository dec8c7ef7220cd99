/**
 * The timeout of a reply. It is restarted several times for each mail, so a running timer that ends early enough is kept,
 * and when it ends it is set again for the time that is left.
 */
export class ReplyTimer {
  readonly #timeUp: () => void;
  #until = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(timeUp: () => void) {
    this.#timeUp = timeUp;
  }

  /** Restarts the timeout; null means no limit. */
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
    // The socket keeps the process running; the timer need not.
    this.#timer.unref();
  }

  #look(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    if (this.#until === Number.POSITIVE_INFINITY) return;
    if (performance.now() >= this.#until) this.#timeUp();
    else this.#setTimer();
  }
}
