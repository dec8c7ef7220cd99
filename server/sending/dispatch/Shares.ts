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
  /** For how many looks an account was left to others. */
  #left = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Accounts to be given back: those with nothing to send, and one where this sender has too many. */
  async tooMany(wanted: ReadonlySet<string>): Promise<string[]> {
    const { leases, isAlone } = this.#options;
    if (isAlone) return [];
    this.#leastOfOthers = await leases.leastOfOthers();
    for (const id of this.#left.keys()) if (!wanted.has(id) || leases.has(id)) this.#left.delete(id);
    const idle = leases.held().filter((id) => !wanted.has(id));
    const working = leases.held().filter((id) => wanted.has(id));
    const surplus = working.length > this.#leastOfOthers + 1 ? working.slice(-1) : [];
    return [...idle, ...surplus];
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
