import { leaseLimits } from "../../../contract/limits/sending.ts";
import type { Leases } from "./Leases.ts";

type Options = { leases: Pick<Leases, "count" | "has" | "held" | "leastOfOthers">; isAlone: boolean };

/**
 * How the senders of one database share its accounts: whoever has the fewest takes what is free, and whoever has two
 * more than somebody else gives one back. Looked at now and then, so that a newcomer has its share within a few looks.
 */
export class Shares {
  readonly #options: Options;
  #leastOfOthers = Number.POSITIVE_INFINITY;
  /** In how many rounds an account was left to others. */
  #left = new Map<string, number>();
  /** By account, for how many single mails it is needed, though no campaign wants it. */
  readonly #kept = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Accounts to be given back: those with nothing to send, and one where this sender has too many. */
  async tooMany(wanted: ReadonlySet<string>): Promise<string[]> {
    const { leases, isAlone } = this.#options;
    if (isAlone) return [];
    this.#leastOfOthers = await leases.leastOfOthers();
    for (const id of this.#left.keys()) if (!wanted.has(id) || leases.has(id)) this.#left.delete(id);
    const idle = leases.held().filter((id) => !wanted.has(id) && !this.isKept(id));
    const working = leases.held().filter((id) => wanted.has(id) || this.isKept(id));
    const isSurplus = working.length > this.#leastOfOthers + 1;
    const surplus = isSurplus ? working.filter((id) => !this.isKept(id)).slice(-1) : [];
    return [...idle, ...surplus];
  }

  /** Does what a single mail of an account needs; until it is done the account is given to nobody, who would be asked in vain. */
  async keeping<T>(credentialId: string, work: () => Promise<T>): Promise<T> {
    const countBy = (by: number) => this.#kept.set(credentialId, (this.#kept.get(credentialId) ?? 0) + by);
    countBy(1);
    try {
      return await work();
    } finally {
      if (countBy(-1).get(credentialId) === 0) this.#kept.delete(credentialId);
    }
  }

  isKept(credentialId: string): boolean {
    return this.#kept.has(credentialId);
  }

  /** Whether this sender tries for an account that it does not have. */
  mayTake(credentialId: string): boolean {
    const { leases } = this.#options;
    if (leases.has(credentialId) || leases.count <= this.#leastOfOthers) return true;
    const looks = (this.#left.get(credentialId) ?? 0) + 1;
    this.#left.set(credentialId, looks);
    return looks > leaseLimits.leftToOthers;
  }
}
