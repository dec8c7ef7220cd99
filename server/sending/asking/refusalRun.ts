import { sendLimits } from "../../../contract/limits/sending.ts";
import { inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";

/** A part, and the campaign that it is of. */
type Refused = { id: string; planId: string | null };

/** Campaigns that have parts on other lanes too: refusals in a row are counted over all of them. */
export type SharedRefusals = Map<string, { policy: string; count: number }>;

/** What a person has to be asked: whose mails the server refuses, and why nothing more of them goes. */
export type Refusals = { campaignIds: string[]; reason: Reason };

/**
 * Notices when a server's policy says the same no to one mail after the other: it would say so to everybody on
 * the list. Only a mail that is taken, or another policy's no, ends the run; what is about recipients or passes by
 * itself is neither here nor there.
 */
export class RefusalRun {
  #policy = "";
  #count = 0;
  #campaignIds = new Set<string>();

  /** Takes note of an outcome; answers what to ask once there are `sendLimits.policyRefusals` alike in a row. */
  note(row: Refused, outcome: Outcome, shared: SharedRefusals = new Map()): Refusals | null {
    const campaignId = row.planId ?? row.id;
    const alike = countShared(shared, campaignId, outcome);
    if (outcome.kind === "sent") this.#begin("");
    if (outcome.kind !== "refused" || outcome.policy === undefined) return null;
    if (outcome.policy !== this.#policy) this.#begin(outcome.policy);
    this.#count += 1;
    this.#campaignIds.add(campaignId);
    if (this.#count < sendLimits.policyRefusals && alike < sendLimits.policyRefusals) return null;
    shared.delete(campaignId);
    if (this.#count < sendLimits.policyRefusals)
      return { campaignIds: [campaignId], reason: refusedInRow(alike, outcome.reason) };
    const refusals = {
      campaignIds: [...this.#campaignIds],
      reason: refusedInRow(this.#count, outcome.reason),
    };
    this.#begin("");
    return refusals;
  }

  #begin(policy: string): void {
    this.#policy = policy;
    this.#count = 0;
    this.#campaignIds.clear();
  }
}

function refusedInRow(count: number, last: Reason): Reason {
  return reason("refused_in_row", { count, last: inner(last) }, last.reply);
}

/** How many mails of a campaign were refused alike in a row, whichever accounts they go through. */
function countShared(shared: SharedRefusals, campaignId: string, outcome: Outcome): number {
  if (outcome.kind === "sent") shared.delete(campaignId);
  if (outcome.kind !== "refused" || outcome.policy === undefined) return 0;
  const run = shared.get(campaignId);
  const isSame = run?.policy === outcome.policy;
  const count = isSame ? run.count + 1 : 1;
  shared.set(campaignId, { policy: outcome.policy, count });
  return count;
}
