import { sendLimits } from "../../../contract/limits/sending.ts";
import { inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";

/** A part, and the campaign that it belongs to. */
type Refused = { id: string; planId: string | null };

/** For each campaign, its refusals in a row over all of its parts, whichever lanes they are on. */
export type SharedRefusals = Map<string, { policy: string; count: number }>;

/** Which campaigns' mails the server refuses in a row, and the reason that a person is told. */
export type Refusals = { campaignIds: string[]; reason: Reason };

/**
 * Notices when a server's policy refuses one mail after the other in the same words: it would refuse the rest of the list
 * too. Only an accepted mail, or a refusal in other words, ends the run. Outcomes that concern a recipient, or that pass by
 * themselves, count neither way.
 */
export class RefusalRun {
  #policy = "";
  #count = 0;
  #campaignIds = new Set<string>();

  /** Notes an outcome. Returns the refusals once `sendLimits.policyRefusals` have come in a row, and else null. */
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

/** How many mails of a campaign were refused in the same words in a row, through whichever accounts. */
function countShared(shared: SharedRefusals, campaignId: string, outcome: Outcome): number {
  if (outcome.kind === "sent") shared.delete(campaignId);
  if (outcome.kind !== "refused" || outcome.policy === undefined) return 0;
  const run = shared.get(campaignId);
  const isSame = run?.policy === outcome.policy;
  const count = isSame ? run.count + 1 : 1;
  shared.set(campaignId, { policy: outcome.policy, count });
  return count;
}
