import { campaignName } from "../../contract/campaigns/campaignName.ts";
import { withFallbacks } from "../../contract/mergeFields.ts";
import type { Progress } from "../../contract/realtime/messages.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { Words } from "../../contract/sentences/sentence.ts";
import { plainText } from "./plainText.ts";

/** One campaign as the terminal shows it; every text in it is safe to print. */
export type CampaignFigures = {
  campaignId: string;
  /** Its name as in the list of campaigns, or its subject. */
  name: string;
  kind: Campaign["kind"];
  state: Campaign["state"];
  /** How many recipients it has, skipped ones not included. */
  total: number;
  sent: number;
  failed: number;
  uncertain: number;
  skipped: number;
  /** How many of the total have no result yet. */
  remaining: number;
  /** Why nothing is being sent at the moment, or null; and its code, which older servers do not give. */
  waiting: string | null;
  waitingCode: string | null;
  /** When it goes on, or null if that is not known. */
  nextAtMs: number | null;
  /** The earliest time at which the limits of its accounts and its hours let it be done; null where they do not slow it down. */
  limitedUntilMs: number | null;
  /** When it starts, and until when the start can be undone; null if that is over or nothing is scheduled. */
  startAtMs: number | null;
  holdUntilMs: number | null;
};

export function figuresOfProgress(progress: Progress, words: Words): CampaignFigures {
  const { campaignId, state, total, failed, uncertain, skipped } = progress;
  return withRemaining({
    campaignId,
    name: plainText(withFallbacks(progress.name || progress.subject)),
    kind: progress.root === "workflow" ? "sequence" : "once",
    state,
    total,
    sent: progress.success,
    failed,
    uncertain,
    skipped,
    ...waitingOf(progress, words),
    nextAtMs: progress.nextAt,
    limitedUntilMs: progress.doneAt ?? null,
    // There is no progress of a campaign that has not begun.
    startAtMs: null,
    holdUntilMs: null,
  });
}

export function figuresOfCampaign(campaign: Campaign, words: Words): CampaignFigures {
  const { sent, failed, uncertain, skipped } = campaign.counts;
  return withRemaining({
    campaignId: campaign._id,
    name: plainText(campaignName(campaign)),
    kind: campaign.kind,
    state: campaign.state,
    total: campaign.recipients,
    sent,
    failed,
    uncertain,
    skipped,
    ...waitingOf(campaign, words),
    nextAtMs: campaign.nextAt,
    limitedUntilMs: campaign.doneAt ?? null,
    startAtMs: campaign.startAt,
    holdUntilMs: campaign.holdUntil,
  });
}

function waitingOf(
  { waiting, waitingCause }: Pick<Progress, "waiting" | "waitingCause">,
  words: Words,
): Pick<CampaignFigures, "waiting" | "waitingCode"> {
  if (waiting === null) return { waiting, waitingCode: null };
  return { waiting: plainText(words(waitingCause, waiting)), waitingCode: waitingCause?.code ?? null };
}

function withRemaining(figures: Omit<CampaignFigures, "remaining">): CampaignFigures {
  // Nothing remains of a cancelled campaign: its other recipients are among the skipped.
  const remaining = figures.state === "cancelled" ? 0 : unsettledOf(figures);
  return { ...figures, remaining };
}

const uncounted: ReadonlySet<Campaign["state"]> = new Set([
  "draft",
  "scheduled",
  "holding",
  "starting",
  "paused",
  "cancelled",
] as const);

/** Whether it has no recipients since it has not begun, or was cancelled or paused before: there is nothing to count. */
export function isUncounted({ state, total }: Pick<CampaignFigures, "state" | "total">): boolean {
  return total === 0 && uncounted.has(state);
}

/** Whether its start can be undone. */
export function canTakeBack({ state }: Pick<CampaignFigures, "state">): boolean {
  return state === "holding" || state === "scheduled";
}

/** How much of the total is neither sent nor failed nor uncertain. */
export function unsettledOf({ total, sent, failed, uncertain }: Omit<CampaignFigures, "remaining">): number {
  return Math.max(0, total - sent - failed - uncertain);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An identifier as it is shown: the end of a random one, or the whole of any other. All commands accept it. */
export function shortId(id: string): string {
  return uuid.test(id) ? id.slice(-8) : plainText(id);
}
