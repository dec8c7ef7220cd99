import { socketLimits } from "../../../contract/limits/socket.ts";
import { type Cause, reason } from "../../../contract/reasons.ts";
import type { Campaign, Counts, DeliveryState } from "../../../contract/schemas/campaign.ts";
import { answerTexts } from "../../../contract/texts/answers.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { ClaimedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";
import { inTexts, inWords } from "../../core/inWords.ts";
import type { UnnumberedMessage } from "../../realtime/hub.ts";
import { type Hours, opensFrom, windowWaiting } from "../windows/WindowGate.ts";

export type Waiting = { reason: Cause; nextAt: number | null };

/** A campaign's counts while it runs, kept beside the ledger so that progress costs no query. */
export type Tally = {
  counts: Counts;
  /** The newest failed addresses, bounded. */
  failedEmails: string[];
};

/** Moves deliveries, or one, from one count to another. */
export function shift(
  { counts }: Tally,
  { from, to, count = 1 }: { from: DeliveryState; to: DeliveryState; count?: number },
): void {
  counts[from] -= count;
  counts[to] += count;
}

/** The same for mails that were claimed; answers how many of them had been put off before. */
export function shiftClaimed(tally: Tally, claimed: readonly Pick<ClaimedDelivery, "reasonCode">[]): number {
  // A queued row carries no reason; a deferred one carries the reply that put it off.
  const putOffCount = claimed.filter(({ reasonCode }) => reasonCode !== null).length;
  shift(tally, { from: "queued", to: "sending", count: claimed.length - putOffCount });
  shift(tally, { from: "deferred", to: "sending", count: putOffCount });
  return putOffCount;
}

export function noteFailed(tally: Tally, email: string): void {
  tally.failedEmails.push(email);
  if (tally.failedEmails.length > socketLimits.failedEmailsShown) tally.failedEmails.shift();
}

/** How many deliveries of a campaign still have something before them. */
export function openCount({ counts }: { counts: Counts }): number {
  return counts.queued + counts.deferred + counts.sending;
}

/**
 * How many are mailed: everybody in the ledger but the skipped. Whom a cancellation left out was to be mailed all
 * the same, so a campaign that was cancelled never looks as if it had reached everybody.
 */
export function recipientsOf(
  campaign: Pick<CampaignRow, "state" | "total" | "accepted">,
  { skipped }: Counts,
): number {
  return campaign.state === "cancelled" ? campaign.accepted : campaign.total - skipped;
}

/**
 * Why a campaign waits: for a person, where its lane does; for its window or as its lane does, whichever takes longer;
 * else for the mails that are to be tried again. What is to go on while the window is closed goes on as that opens.
 */
export function waitingOf(
  { row, tally, nextDueAt }: { row: Hours; tally: Tally; nextDueAt: number | null },
  lane: Waiting | null,
  now: number,
): Waiting | null {
  const { queued, sending, deferred } = tally.counts;
  const window = queued + deferred === 0 ? null : windowWaiting(row, now);
  if (window !== null && (lane === null || lane.nextAt !== null) && !isLater(lane, window)) return window;
  if (lane !== null || deferred === 0 || queued + sending > 0)
    return lane === null ? null : inHours(row, lane);
  return inHours(row, { reason: reason("retries_due", { count: deferred }), nextAt: nextDueAt });
}

function isLater(lane: Waiting | null, window: Waiting): boolean {
  return window.nextAt !== null && (lane?.nextAt ?? 0) > window.nextAt;
}

function inHours(hours: Hours, { reason: why, nextAt }: Waiting): Waiting {
  return { reason: why, nextAt: nextAt === null ? null : (opensFrom(hours, nextAt) ?? nextAt) };
}

/** What a person reads of a campaign that does not run: why it is paused, or nothing. */
export function pausedWaiting({
  state,
  pausedReason,
}: Pick<CampaignRow, "state" | "pausedReason">): Waiting | null {
  return state === "paused" ? { reason: pausedReason ?? reason("paused"), nextAt: null } : null;
}

/** Why and until when it waits, as the wire says it: in words for whoever knows no codes. */
export function waitingOnTheWire(
  waiting: Waiting | null,
): Pick<Campaign, "waiting" | "waitingCause" | "nextAt"> {
  if (waiting === null) return { waiting: null, waitingCause: null, nextAt: null };
  const { reason: waitingCause, nextAt } = waiting;
  return { waiting: inWords(waitingCause), waitingCause, nextAt };
}

/** The socket message of the specification, section 3, with our additions. The hub numbers it. */
export function progressMessage(input: {
  campaign: Pick<CampaignRow, "id" | "subject" | "state" | "total" | "accepted"> &
    Partial<Pick<CampaignRow, "planId" | "stepId">>;
  tally: Tally;
  waiting: Waiting | null;
}): UnnumberedMessage {
  const { campaign, tally } = input;
  const { counts } = tally;
  const total = recipientsOf(campaign, counts);
  return {
    message: inTexts(answerTexts).campaigns.sentOf({ sent: counts.sent, total }),
    // Of what was composed the whole is told, which others put together.
    ...(campaign.stepId && campaign.planId ? { planId: campaign.planId } : {}),
    data: {
      target: "email",
      total,
      success: counts.sent,
      failed: counts.failed,
      failedEmails: [...tally.failedEmails],
      running: campaign.state === "running",
      root: "email",
      campaignId: campaign.id,
      state: campaign.state,
      subject: campaign.subject,
      queued: counts.queued + counts.sending,
      deferred: counts.deferred,
      skipped: counts.skipped,
      uncertain: counts.uncertain,
      ...waitingOnTheWire(input.waiting),
    },
  };
}
