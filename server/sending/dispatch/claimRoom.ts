import type { ClaimedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { Governor } from "./governor.ts";
import type { LaneCampaign, LaneDeps } from "./laneDeps.ts";
import type { Settled } from "./Outcomes.ts";
import { noteFailed, shift, shiftClaimed } from "./tally.ts";

type Room = { countMax: number; governor: Pick<Governor, "leftToday">; now: number };

/** How many mails of a campaign may be claimed, of as many as its account allows now: spread over its window, or all. */
export function roomOf(campaign: LaneCampaign | null, { countMax, governor, now }: Room): number {
  if (campaign === null || campaign.row.window === null || campaign.row.spread !== "even") return countMax;
  const { row, gate, tally } = campaign;
  const { queued, deferred } = tally.counts;
  // What the account does not take today is not spread over today.
  const left = Math.min(queued + deferred, governor.leftToday(now));
  return Math.min(countMax, gate.countMax(row, { now, left }));
}

/** Takes note of what was claimed; answers how many of those mails had been put off before. */
export function noteClaimed(
  { tally, gate }: LaneCampaign,
  claimed: readonly ClaimedDelivery[],
  now: number,
): number {
  gate.claimed(claimed.length, now);
  return shiftClaimed(tally, claimed);
}

/** When the first of those that were put off may be tried again. */
export function nextDueOf(
  { row }: LaneCampaign,
  { ledger }: Pick<LaneDeps, "ledger">,
): Promise<number | null> {
  return ledger.nextDueAt({ workspaceId: row.workspaceId, campaignId: row.id });
}

type Settling = {
  governor: Pick<Governor, "giveBack" | "notBegun">;
  campaigns: { get(id: string): LaneCampaign | undefined };
};

/** Takes note of outcomes that are written now. */
export function noteSettled(settled: readonly Settled[], { governor, campaigns }: Settling): void {
  for (const one of settled) {
    if (one.unspent) governor.giveBack(one.unspent.bucketAt);
    if (one.notBegunSince !== undefined) governor.notBegun(one.notBegunSince);
    const campaign = campaigns.get(one.campaignId);
    if (campaign === undefined) continue;
    shift(campaign.tally, { from: "sending", to: one.state });
    if (one.state === "failed") noteFailed(campaign.tally, one.email);
    if (one.state === "deferred")
      campaign.nextDueAt = Math.min(campaign.nextDueAt ?? Number.POSITIVE_INFINITY, one.dueAt);
  }
}
