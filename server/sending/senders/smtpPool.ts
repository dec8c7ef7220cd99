import { sendLimits } from "../../../contract/limits/sending.ts";
import type { OpenLink, SmtpLink, SmtpOptions } from "./smtpLink.ts";
import type { SmtpFault } from "./smtpReply.ts";

export type Taken = { ok: true; link: SmtpLink; kept: boolean } | { ok: false; fault: SmtpFault };

/** An account's kept connections: at most `connections` at once, closed when idle, renewed after so many mails. */
export class SmtpPool {
  #options: SmtpOptions;
  #open: OpenLink;
  #idle: { link: SmtpLink; timer: ReturnType<typeof setTimeout> }[] = [];
  #taken = 0;
  #waiting: (() => void)[] = [];
  #closing: (() => void)[] = [];
  #closed = false;

  constructor(options: SmtpOptions, open: OpenLink) {
    this.#options = options;
    this.#open = open;
  }

  /** A connection to use, kept or fresh; waits while all are in use. Give it back with `giveBack`. */
  async take(): Promise<Taken> {
    // Whoever waits inherits the place of the one that leaves, so nobody can slip in between.
    if (this.#taken < this.#options.connections) this.#taken += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    for (let kept = this.#idle.pop(); kept; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.link.alive) return { ok: true, link: kept.link, kept: true };
    }
    return this.#openFresh();
  }

  /** A fresh connection in the place of one that turned out to be dead. */
  async replace(dead: SmtpLink): Promise<Taken> {
    dead.quit();
    return this.#openFresh();
  }

  async #openFresh(): Promise<Taken> {
    const opened = await this.#open(this.#options);
    if (!opened.ok) {
      this.#release();
      return opened;
    }
    return { ok: true, link: opened.link, kept: false };
  }

  /** The caller is done with a link. One that was refused something is reset first, without anyone waiting. */
  giveBack(link: SmtpLink, { needsReset }: { needsReset: boolean }): void {
    if (needsReset && link.alive) {
      void link.reset().then((fit) => this.#putAway(link, fit));
      return;
    }
    this.#putAway(link, true);
  }

  #putAway(link: SmtpLink, fit: boolean): void {
    const mailsMax = this.#options.mailsPerConnection ?? sendLimits.mailsPerConnection;
    if (!fit || !link.alive || this.#closed || link.mailCount >= mailsMax) {
      link.quit();
      this.#release();
      return;
    }
    const idleMs = this.#options.timeouts?.connectionIdleMs ?? sendLimits.connectionIdleMs;
    const kept = { link, timer: setTimeout(() => this.#dismiss(link), idleMs) };
    kept.timer.unref();
    this.#idle.push(kept);
    this.#release();
  }

  #dismiss(link: SmtpLink): void {
    this.#idle = this.#idle.filter((kept) => kept.link !== link);
    link.quit();
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#taken -= 1;
    if (this.#taken === 0) for (const resolve of this.#closing.splice(0)) resolve();
  }

  /** Closes what is idle and waits for what is in use. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { link, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      link.quit();
    }
    if (this.#taken === 0) return;
    await new Promise<void>((resolve) => this.#closing.push(resolve));
  }
}
