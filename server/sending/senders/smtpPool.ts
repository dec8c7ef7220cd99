import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import {
  type OpenSmtpConnection,
  type SmtpConnection,
  type SmtpOptions,
  timeoutsOf,
} from "./smtpConnection.ts";
import type { SmtpFault } from "./smtpFault.ts";

export type Taken = { ok: true; connection: SmtpConnection; kept: boolean } | { ok: false; fault: SmtpFault };

/** How a mail ended: taken, put off as too many mails came, or in any other way. */
type End = "taken" | "putOff" | "fault";

/** A connection and how many mails are under way on it. An idle one has a timer; a spent one is closed after its last mail. */
type Kept = {
  connection: SmtpConnection;
  underWay: number;
  isSpent: boolean;
  hasTaken: boolean;
  /** How many mails in a row were put off on it. */
  putOffs: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
};
type Request = { isFresh: boolean; answer(taken: Taken): void };

/**
 * An account's pool of connections: at most `connections` at once, closed when idle, replaced after a number of mails. A
 * pipelining connection is given a second mail only once all others have one.
 *
 * Some servers take so many mails over one connection and then put off all others, without closing it (452 4.5.3, as for
 * recipients in RFC 5321 section 4.5.3.1.10). So what took mails and then puts off several is replaced, and with it what is
 * idle and put off the last one.
 *
 * Many servers accept fewer connections from one client than that. They refuse the first one too many in words of their
 * own, mostly after 421 (RFC 5321 section 3.8), or by hanging up. A request that is refused while other connections are
 * open waits for one of those, and another connection is tried only after a while.
 */
export class SmtpPool {
  readonly #options: SmtpOptions;
  readonly #open: OpenSmtpConnection;
  readonly #kept = new Set<Kept>();
  #opening = 0;
  readonly #requests: Request[] = [];
  /** How many connections the server had accepted when it last refused another, and when that was. */
  #taken = Number.POSITIVE_INFINITY;
  #refusedAtMs = 0;
  #closing: (() => void)[] = [];
  #closed = false;

  constructor(options: SmtpOptions, open: OpenSmtpConnection) {
    this.#options = options;
    this.#open = open;
  }

  /** How many mails may be under way at once, by what is known of the connections so far. */
  get mailsAtOnce(): number {
    let count = this.#connectionsMax();
    for (const { connection } of this.#kept) if (connection.alive) count += connection.mailsMax - 1;
    return count;
  }

  /** A connection to use, pooled or new; waits while all are in use. To be given back with `giveBack`. */
  take(): Promise<Taken> {
    return new Promise((answer) => {
      this.#requests.push({ isFresh: false, answer });
      this.#serve();
    });
  }

  /** A new connection in place of one that turned out to be dead. */
  replace(dead: SmtpConnection): Promise<Taken> {
    return new Promise((answer) => {
      // Before all waiting requests, so that none of them takes the place of the dead connection.
      this.#requests.unshift({ isFresh: true, answer });
      this.#leave(dead, { isSpent: true });
    });
  }

  /** Gives a connection back. After a refusal it is reset first, which the caller does not wait for. */
  giveBack(connection: SmtpConnection, end: End): void {
    if (this.#hasTakenAll(connection, end)) {
      for (const kept of [...this.#kept]) if (kept.underWay === 0 && kept.putOffs > 0) this.#dismiss(kept);
      this.#leave(connection, { isSpent: true });
    } else if (end !== "taken" && connection.alive)
      void connection.reset().then((isFit) => this.#leave(connection, { isSpent: !isFit }));
    else this.#leave(connection, { isSpent: false });
  }

  /** Notes how a mail ended on a connection; whether its server seems to take no more of them over it. */
  #hasTakenAll(connection: SmtpConnection, end: End): boolean {
    const kept = this.#keptOf(connection);
    if (kept === undefined) return false;
    kept.hasTaken ||= end === "taken";
    if (end !== "fault") kept.putOffs = end === "putOff" ? kept.putOffs + 1 : 0;
    return kept.hasTaken && kept.putOffs >= sendLimits.putOffsPerConnection;
  }

  #keptOf(connection: SmtpConnection): Kept | undefined {
    return [...this.#kept].find((one) => one.connection === connection);
  }

  /** Serves waiting requests in the order in which they came, as long as connections are available. */
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

  /** The idle connection that was used last, so that superfluous ones stay idle until they are closed. Dead ones are removed. */
  #idle(): Kept | undefined {
    let found: Kept | undefined;
    for (const kept of [...this.#kept]) {
      if (kept.underWay > 0) continue;
      if (kept.connection.alive) found = kept;
      else this.#dismiss(kept);
    }
    return found;
  }

  #roomy(): Kept | undefined {
    return [...this.#kept].find(
      (kept) => kept.connection.alive && kept.underWay < kept.connection.mailsMax && !this.#isOver(kept),
    );
  }

  #use(kept: Kept, { answer }: Request): void {
    clearTimeout(kept.timer);
    kept.underWay += 1;
    answer({ ok: true, connection: kept.connection, kept: true });
  }

  async #openFor({ answer }: Request): Promise<void> {
    this.#opening += 1;
    const opened = await this.#open(this.#options);
    this.#opening -= 1;
    if (opened.ok) {
      const { connection } = opened;
      this.#kept.add({ connection, underWay: 1, isSpent: false, hasTaken: false, putOffs: 0 });
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

  /** The configured number, or what the server is known to accept; another one is tried from time to time. */
  #connectionsMax(): number {
    const { connections } = this.#options;
    // A shortcut: this is called several times for each mail, and most servers never refuse a connection.
    if (this.#taken >= connections) return connections;
    const sinceMs = performance.now() - this.#refusedAtMs;
    const more = Math.floor(sinceMs / timeoutsOf(this.#options).moreConnectionsMs);
    return Math.min(connections, this.#taken + more);
  }

  /** Whether other connections are open or being opened, so that a waiting request will be served by one of them. */
  #hasOthers(): boolean {
    return this.#opening > 0 || [...this.#kept].some(({ connection }) => connection.alive);
  }

  #leave(connection: SmtpConnection, { isSpent }: { isSpent: boolean }): void {
    const kept = this.#keptOf(connection);
    if (kept !== undefined) {
      kept.underWay -= 1;
      kept.isSpent ||= isSpent;
      // Only once no other mail is under way: QUIT within a message would become part of its text.
      if (!connection.alive || (kept.underWay === 0 && this.#isOver(kept))) this.#dismiss(kept);
      else if (kept.underWay === 0) this.#putAway(kept);
    }
    this.#changed();
  }

  #isOver({ connection, isSpent }: Kept): boolean {
    const mailsMax = this.#options.mailsPerConnection ?? sendLimits.mailsPerConnection;
    return isSpent || this.#closed || connection.mailCount >= mailsMax;
  }

  #putAway(kept: Kept): void {
    // Moved to the end, as the last one used is the first to be used again.
    this.#kept.delete(kept);
    this.#kept.add(kept);
    kept.timer = setTimeout(() => this.#dismiss(kept), timeoutsOf(this.#options).connectionIdleMs);
    kept.timer.unref();
  }

  #dismiss(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#kept.delete(kept);
    kept.connection.quit();
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
 * A server that takes no more connections may say so before it encrypts, also where TLS begins at the first byte (exim
 * does). It spoke TLS when the account was saved, so this is no reason to stop the account until a person acts.
 */
function withoutPlainText(fault: SmtpFault, { host, port }: SmtpOptions): SmtpFault {
  if (fault.reason.code !== "plain_text") return fault;
  return { ...fault, distrusted: false, reason: reason("plain_text_now", { place: `${host}:${port}` }) };
}

/** Whether a connection may have been refused because there were too many, and not for its password or certificate. */
function mayBeOneTooMany({ reply, distrusted = false }: SmtpFault): boolean {
  return !distrusted && (reply === undefined || reply.code < 500);
}
