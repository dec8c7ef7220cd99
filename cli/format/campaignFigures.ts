import { campaignName } from "../../contract/campaigns/campaignName.ts";
import { withFallbacks } from "../../contract/mergeFields.ts";
import type { Progress } from "../../contract/realtime/messages.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { Words } from "../../contract/sentences/sentence.ts";
import { plainText } from "./plainText.ts";

/** One campaign as the terminal shows it; every text in it is safe to print. */
export type CampaignFigures = {
  campaignId: string;
  /** As the list of campaigns has it, or its subject. */
  name: string;
  kind: Campaign["kind"];
  state: Campaign["state"];
  /** How many are mailed; the skipped stand beside it. */
  total: number;
  sent: number;
  failed: number;
  uncertain: number;
  skipped: number;
  /** How many of the total have something before them. */
  remaining: number;
  /** Why nothing goes out just now, or null; and the code of it, which a server from before there were codes lacks. */
  waiting: string | null;
  waitingCode: string | null;
  /** When it goes on, or null where that is not known. */
  nextAtMs: number | null;
  /** When it starts, or until when its start can be taken back; null where that is over, or nothing is planned. */
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
    // Of what has not begun nothing is told.
    ...{ startAtMs: null, holdUntilMs: null },
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
  // Of a cancelled campaign nothing is to come: whoever was left out is among the skipped.
  const remaining = figures.state === "cancelled" ? 0 : unsettledOf(figures);
  return { ...figures, remaining };
}

/** Whether it is planned and its mails are not written yet, so that there is nothing to count. */
export function isAhead({ state, total }: Pick<CampaignFigures, "state" | "total">): boolean {
  return (
    total === 0 && (state === "draft" || state === "scheduled" || state === "holding" || state === "starting")
  );
}

/** Whether its start can be taken back. */
export function canTakeBack({ state }: Pick<CampaignFigures, "state">): boolean {
  return state === "holding" || state === "scheduled";
}

/** How much of the total is neither sent nor failed nor uncertain. */
export function unsettledOf({ total, sent, failed, uncertain }: Omit<CampaignFigures, "remaining">): number {
  return Math.max(0, total - sent - failed - uncertain);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How an identifier is shown: of a random one its end, which is enough; a name as a whole. Every command takes it back. */
export function shortId(id: string): string {
  return uuid.test(id) ? id.slice(-8) : plainText(id);
}
