import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { leaseLimits } from "../../../contract/limits/sending.ts";
import type { AccountLeaseStore, TakenLease } from "../../../db/stores/sending/accountLeases.ts";
import type { LeaseTicket } from "../../../db/stores/sending/leaseTicket.ts";
import type { Waits } from "../../core/waits.ts";
import type { Log } from "../../log/log.ts";
import type { AccountJournal } from "../journal/AccountJournal.ts";

/** The right to send through one account, for as long as it is renewed. */
export type Lease = LeaseTicket & {
  /** Whether it is sure that nobody else has it: asked before each claim and before the end of each mail. */
  mayGo(): boolean;
  /** Null where this process has the database for itself, and a list in a file. */
  journal: AccountJournal | null;
};

type Options = {
  store: AccountLeaseStore;
  /** Names this sender among all there are. */
  holder: string;
  waits: Waits;
  /** Milliseconds that pass while the machine sleeps and while the process is stopped, too. */
  elapsedMs(): number;
  log: Log;
  /** This process has the database for itself, and its leases last as long as it does. */
  isAlone: boolean;
  /** Settles what an account's last holder left, and begins a journal of this one's own. */
  takeOver(taken: TakenLease): Promise<AccountJournal | null>;
  /** Called when others may take what this one had. */
  onFreed(): void;
  /** Called once for each that is lost without having been given back. */
  onLost(credentialId: string): void;
};

type Held = LeaseTicket & { untilMs: number; journal: AccountJournal | null };

const { leaseMs, renewEveryMs, marginMs } = leaseLimits;

/**
 * The accounts that this sender holds. Whatever it writes about one names the lease number under which it holds it.
 */
export class Leases {
  readonly #options: Options;
  readonly #held = new Map<string, Held>();
  readonly #taking = new Map<string, Promise<Lease | null>>();
  #callOff: () => void = () => {};
  #isEnded = false;
  #freed: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  get count(): number {
    return this.#held.size;
  }

  has(credentialId: string): boolean {
    return this.#held.has(credentialId);
  }

  /** Which ones, those first that it took first. */
  held(): string[] {
    return [...this.#held.keys()];
  }

  /** Makes itself known to the other senders, and goes on doing so. */
  async start(): Promise<void> {
    if (this.#options.isAlone) return;
    await this.#options.store.forgetGone();
    await this.#renew();
    this.#renewLater();
  }

  /** The lease of an account, taken unless it is held already; null while another sender has it. */
  take(account: { id: string; workspaceId: WorkspaceId }): Promise<Lease | null> {
    const held = this.#held.get(account.id);
    if (held !== undefined) return Promise.resolve(this.#leaseOf(held));
    const known = this.#taking.get(account.id);
    if (known !== undefined) return known;
    const taking = this.#take(account).finally(() => this.#taking.delete(account.id));
    this.#taking.set(account.id, taking);
    return taking;
  }

  async #take({
    id: credentialId,
    workspaceId,
  }: {
    id: string;
    workspaceId: WorkspaceId;
  }): Promise<Lease | null> {
    const { store, holder, isAlone, elapsedMs, takeOver } = this.#options;
    await this.#freed;
    // Counted from before the request, so that the lease ends here before it ends in the database.
    const fromMs = elapsedMs();
    const taken = await store.take({ credentialId, workspaceId, holder, leaseMs, isAlone });
    if (taken === null || this.#isEnded) return null;
    const journal = await takeOver(taken);
    const held = { credentialId, lease: taken.lease, journal, untilMs: this.#untilMs(fromMs) };
    this.#held.set(credentialId, held);
    return this.#leaseOf(held);
  }

  #untilMs(fromMs: number): number {
    return this.#options.isAlone ? Number.POSITIVE_INFINITY : fromMs + leaseMs - marginMs;
  }

  #leaseOf(held: Held): Lease {
    const { credentialId, lease, journal } = held;
    const mayGo = () => this.#held.get(credentialId) === held && this.#options.elapsedMs() < held.untilMs;
    return { credentialId, lease, journal, mayGo };
  }

  #renewLater(): void {
    this.#callOff = this.#options.waits.after(renewEveryMs, () => {
      this.#renew()
        .catch((error) =>
          this.#options.log.warn("The accounts of this sender could not be renewed", { error }),
        )
        .finally(() => this.#isEnded || this.#renewLater());
    });
  }

  async #renew(): Promise<void> {
    const { store, holder, elapsedMs } = this.#options;
    const asked = [...this.#held.values()];
    const fromMs = elapsedMs();
    const renewed = await store.renew({ holder, leaseMs });
    const leases = new Map(renewed.map(({ credentialId, lease }) => [credentialId, lease]));
    for (const held of asked)
      if (leases.get(held.credentialId) === held.lease) held.untilMs = this.#untilMs(fromMs);
      else this.lose(held);
  }

  /** Somebody else has it. */
  lose({ credentialId, lease }: LeaseTicket): void {
    if (this.#held.get(credentialId)?.lease !== lease) return;
    this.#held.delete(credentialId);
    this.#options.log.warn("Another sender has taken an account over", { account: credentialId });
    this.#options.onLost(credentialId);
  }

  /** Nothing of these accounts is under way here any more, so somebody else may have them at once. */
  async giveBack(credentialIds: readonly string[]): Promise<void> {
    const mine = credentialIds.filter((id) => this.#held.delete(id));
    if (mine.length === 0) return;
    const freed = this.#options.store.giveBack(this.#options.holder, mine);
    // Whoever asks hears of a failure; what is taken anew is taken after it.
    this.#freed = freed.catch(() => {});
    await freed;
    this.#options.onFreed();
  }

  /** How many accounts the poorest of the other senders has; none of them is as good as a rich one. */
  async leastOfOthers(): Promise<number> {
    const shares = await this.#options.store.shares();
    shares.delete(this.#options.holder);
    return Math.min(...shares.values());
  }

  /** All of them are lost with the right to send at all. */
  drop(): void {
    this.#held.clear();
  }

  /** The sender ends: whoever is there has its accounts at once. */
  async end(): Promise<void> {
    this.#isEnded = true;
    this.#callOff();
    this.#held.clear();
    await this.#options.store.leave(this.#options.holder);
    this.#options.onFreed();
  }
}
