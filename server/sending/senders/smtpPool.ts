import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import { type OpenLink, type SmtpLink, type SmtpOptions, timeoutsOf } from "./smtpLink.ts";
import type { SmtpFault } from "./smtpReply.ts";

export type Taken = { ok: true; link: SmtpLink; kept: boolean } | { ok: false; fault: SmtpFault };

/** A connection and how many mails are on it; idle ones have a timer. A spent one takes no more, and ends with its last. */
type Kept = {
  link: SmtpLink;
  underWay: number;
  isSpent: boolean;
  timer?: ReturnType<typeof setTimeout> | undefined;
};
type Request = { isFresh: boolean; answer(taken: Taken): void };

/**
 * An account's kept connections: at most `connections` at once, closed when idle, renewed after so many mails. One that
 * takes a second mail behind the first is given it once all others have one.
 *
 * Many servers take fewer connections of one client than that, and say so at the first that is too many: in words of their
 * own, mostly behind 421 (RFC 5321 section 3.8), or by hanging up. Who is refused while others are open waits for one of
 * those, and the server is asked for one more only after a while.
 */
export class SmtpPool {
  readonly #options: SmtpOptions;
  readonly #open: OpenLink;
  readonly #kept = new Set<Kept>();
  #opening = 0;
  readonly #requests: Request[] = [];
  /** How many the server took when it last refused one more, and when that was. */
  #taken = Number.POSITIVE_INFINITY;
  #refusedAtMs = 0;
  #closing: (() => void)[] = [];
  #closed = false;

  constructor(options: SmtpOptions, open: OpenLink) {
    this.#options = options;
    this.#open = open;
  }

  /** How many may be on its connections at once, as far as these are open and said so. */
  get mailsAtOnce(): number {
    let count = this.#connectionsMax();
    for (const { link } of this.#kept) if (link.alive) count += link.mailsMax - 1;
    return count;
  }

  /** A connection to use, kept or fresh; waits while all are in use. Give it back with `giveBack`. */
  take(): Promise<Taken> {
    return new Promise((answer) => {
      this.#requests.push({ isFresh: false, answer });
      this.#serve();
    });
  }

  /** A fresh connection in the place of one that turned out to be dead. */
  replace(dead: SmtpLink): Promise<Taken> {
    return new Promise((answer) => {
      // Before everybody who waits, so that nobody can slip into the place that is free now.
      this.#requests.unshift({ isFresh: true, answer });
      this.#leave(dead, { isSpent: true });
    });
  }

  /** The caller is done with a link. One that was refused something is reset first, without anyone waiting. */
  giveBack(link: SmtpLink, { needsReset }: { needsReset: boolean }): void {
    if (needsReset && link.alive) void link.reset().then((isFit) => this.#leave(link, { isSpent: !isFit }));
    else this.#leave(link, { isSpent: false });
  }

  /** Serves whoever waits, in the order in which they came, as long as there is a place. */
  #serve(): void {
    for (let request = this.#requests[0]; request; request = this.#requests[0]) {
      const idle = this.#idle();
      const kept = request.isFresh ? undefined : idle;
      const mayOpen = this.#kept.size + this.#opening < this.#connectionsMax();
      const place = kept ?? (mayOpen ? "open" : this.#roomy());
      if (place === undefined) return;
      this.#requests.shift();
      if (place === "open") void this.#openFor(request);
      else this.#use(place, request);
    }
  }

  /** The last one used, so that those that are too many are idle for long enough to close. Dead ones go at once. */
  #idle(): Kept | undefined {
    let found: Kept | undefined;
    for (const kept of [...this.#kept]) {
      if (kept.underWay > 0) continue;
      if (kept.link.alive) found = kept;
      else this.#dismiss(kept);
    }
    return found;
  }

  #roomy(): Kept | undefined {
    return [...this.#kept].find(
      (kept) => kept.link.alive && kept.underWay < kept.link.mailsMax && !this.#isOver(kept),
    );
  }

  #use(kept: Kept, { answer }: Request): void {
    clearTimeout(kept.timer);
    kept.underWay += 1;
    answer({ ok: true, link: kept.link, kept: true });
  }

  async #openFor({ answer }: Request): Promise<void> {
    this.#opening += 1;
    const opened = await this.#open(this.#options);
    this.#opening -= 1;
    if (opened.ok) {
      this.#kept.add({ link: opened.link, underWay: 1, isSpent: false });
      answer({ ...opened, kept: false });
    } else {
      const fault = withoutPlainText(opened.fault, this.#options);
      if (this.#hasOthers() && mayBeOneTooMany(fault)) {
        this.#taken = this.#kept.size + this.#opening;
        this.#refusedAtMs = performance.now();
        this.#requests.unshift({ isFresh: false, answer });
      } else answer({ ok: false, fault });
    }
    this.#changed();
  }

  /** As many as there may be, or as the server takes as far as is known; one more is tried from time to time. */
  #connectionsMax(): number {
    const { connections } = this.#options;
    // Asked several times for each mail, and most servers never refuse one.
    if (this.#taken >= connections) return connections;
    const sinceMs = performance.now() - this.#refusedAtMs;
    const more = Math.floor(sinceMs / timeoutsOf(this.#options).moreConnectionsMs);
    return Math.min(connections, this.#taken + more);
  }

  /** Whether others are open, or being opened: who waits is then told by what becomes of those. */
  #hasOthers(): boolean {
    return this.#opening > 0 || [...this.#kept].some(({ link }) => link.alive);
  }

  #leave(link: SmtpLink, { isSpent }: { isSpent: boolean }): void {
    const kept = [...this.#kept].find((one) => one.link === link);
    if (kept !== undefined) {
      kept.underWay -= 1;
      kept.isSpent ||= isSpent;
      // Goodbye is said when nothing else is: in the middle of another mail it would become a part of that.
      if (!link.alive || (kept.underWay === 0 && this.#isOver(kept))) this.#dismiss(kept);
      else if (kept.underWay === 0) this.#putAway(kept);
    }
    this.#changed();
  }

  #isOver({ link, isSpent }: Kept): boolean {
    const mailsMax = this.#options.mailsPerConnection ?? sendLimits.mailsPerConnection;
    return isSpent || this.#closed || link.mailCount >= mailsMax;
  }

  #putAway(kept: Kept): void {
    // To the end of the line: the last one used is the first to be used again.
    this.#kept.delete(kept);
    this.#kept.add(kept);
    kept.timer = setTimeout(() => this.#dismiss(kept), timeoutsOf(this.#options).connectionIdleMs);
    kept.timer.unref();
  }

  #dismiss(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#kept.delete(kept);
    kept.link.quit();
  }

  #changed(): void {
    this.#serve();
    const isInUse = this.#opening > 0 || [...this.#kept].some(({ underWay }) => underWay > 0);
    if (!isInUse && this.#requests.length === 0) for (const resolve of this.#closing.splice(0)) resolve();
  }

  /** Closes what is idle and waits for what is in use. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const kept of [...this.#kept]) if (kept.underWay === 0) this.#dismiss(kept);
    await new Promise<void>((resolve) => {
      this.#closing.push(resolve);
      this.#changed();
    });
  }
}

/**
 * A server that takes no more connections may say so before it encrypts, also where TLS begins at the first byte (exim does). That
 * it speaks TLS was seen when the account was saved, so it is no reason to stop the account until a person acts.
 */
function withoutPlainText(fault: SmtpFault, { host, port }: SmtpOptions): SmtpFault {
  if (fault.reason.code !== "plain_text") return fault;
  return { ...fault, distrusted: false, reason: reason("plain_text_now", { place: `${host}:${port}` }) };
}

/** A password or a certificate is not refused for there being many; whatever else keeps one from being opened may be. */
function mayBeOneTooMany({ reply, distrusted = false }: SmtpFault): boolean {
  return !distrusted && (reply === undefined || reply.code < 500);
}
