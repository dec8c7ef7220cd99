import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { UnderWay } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { Time } from "../../core/clock.ts";
import type { Log } from "../../log/log.ts";

type Options = { ledger: Ledger; clock: Pick<Time, "now" | "steadyMs">; log: Log };

type Whose = {
  /** Of those that work here, by their accounts. */
  lanes: ReadonlyMap<string, { holds(deliveryId: string): boolean }>;
  /** Whether this sender has the account; of another's nothing is known here. */
  isOurs(credentialId: string): boolean;
  /** An account of another sender, which may be gone. */
  takeOver(account: { id: string; workspaceId: WorkspaceId }): Promise<void>;
  /** An account of ours: whoever takes it next settles what is open by its journal, where machines share a database. */
  letGo(credentialId: string): Promise<unknown>;
};

/**
 * Deliveries that are said to be on their way and that nobody works on: a commit whose answer was lost, a process that
 * claimed when it was no longer the one to send. A journal in the database tells which of them never began, to whoever
 * takes the account anew. Of the others nobody can know whether they left, so after a time in which any mail comes to its
 * end they are called uncertain, without a restart.
 */
export class Strays {
  readonly #options: Options;
  #seenMs = new Map<string, number>();
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Settles those that were there for too long; answers whose they were. Most calls do nothing at all. */
  async settle({ lanes, isOurs, takeOver, letGo }: Whose): Promise<string[]> {
    const { ledger, clock, log } = this.#options;
    const now = clock.steadyMs();
    if (now < this.#lookedMs + sendLimits.strayLookMs) return [];
    this.#lookedMs = now;
    const all = await ledger.underWay();
    const others = all.filter(({ credentialId }) => !isOurs(credentialId));
    for (const [id, { workspaceId }] of new Map(others.map((row) => [row.credentialId, row])))
      await takeOver({ id, workspaceId });
    // A campaign may have another account by now than the lane that is at its mail.
    const isHeld = ({ id, credentialId }: UnderWay) =>
      lanes.get(credentialId)?.holds(id) === true || lanes.values().some((lane) => lane.holds(id));
    const strays = all.filter((one) => isOurs(one.credentialId) && !isHeld(one));
    this.#seenMs = new Map(strays.map(({ id }) => [id, this.#seenMs.get(id) ?? now]));
    const seenFor = (ms: number) => strays.filter(({ id }) => now - (this.#seenMs.get(id) ?? now) >= ms);
    // Not waited for: what is under way through an account comes to its end first.
    for (const id of new Set(seenFor(sendLimits.strayLookMs).map(({ credentialId }) => credentialId)))
      letGo(id).catch((error) => log.warn("An account could not be let go", { account: id, error }));
    const lost = seenFor(sendLimits.strayMs);
    if (lost.length === 0) return [];
    const why = reason("interrupted");
    const at = clock.now();
    await ledger.settleAndClaim(
      lost.map(({ id, leadId }) => ({ id, leadId, state: "uncertain", reason: why, at })),
      null,
    );
    log.warn(`${lost.length} mails were said to be on their way and nobody worked on them`);
    return [...new Set(lost.map(({ campaignId }) => campaignId))];
  }
}
