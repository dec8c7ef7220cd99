import type { ReasonCode } from "../../contract/reasons.ts";
import type { ProgressTexts } from "../../contract/texts/terminal/progress.ts";
import { type CampaignFigures, isUncounted } from "./campaignFigures.ts";
import type { Pace } from "./pace.ts";
import { clockTime, duration } from "./times.ts";

// Below this, a time of day in minutes is too coarse.
const soonMs = 90_000;
// Below this, the moment has passed before it is read, as between two mails of an account with a gap.
const atOnceMs = 10_000;

/** What is known of one campaign at a moment. */
export type Standing = { figures: CampaignFigures; pace: Pace | null };

/** "612/1000 Sent", as the specification words it. */
export function sentText({ sent, total }: CampaignFigures, texts: ProgressTexts): string {
  return texts.sent({ sent, total });
}

const restParts = ["failed", "uncertain", "skipped", "remaining"] as const;
export type RestPart = (typeof restParts)[number];

/** The other counts in words, all or some of them, without those that are zero. */
export function restText(
  figures: CampaignFigures,
  texts: ProgressTexts,
  parts: readonly RestPart[] = restParts,
): string[] {
  return parts.filter((part) => figures[part] > 0).map((part) => texts.counts[part](figures[part]));
}

/** How fast it goes and when it is done; of one that waits the latter alone. */
export function paceText({ figures, pace }: Standing, nowMs: number, texts: ProgressTexts): string {
  const { waiting, limitedUntilMs } = figures;
  if (waiting !== null)
    return limitedUntilMs === null ? "" : texts.pace.done(clockTime(limitedUntilMs, nowMs, texts));
  if (pace === null) return "";
  const rate =
    pace.perSecond >= 1
      ? texts.pace.perSecond(Math.round(pace.perSecond))
      : texts.pace.perMinute(Math.max(1, Math.round(pace.perSecond * 60)));
  if (pace.doneAtMs === null) return rate;
  const leftMs = pace.doneAtMs - nowMs;
  return leftMs < soonMs
    ? texts.pace.doneIn({ pace: rate, time: duration(leftMs, texts) })
    : texts.pace.doneAbout({ pace: rate, time: clockTime(pace.doneAtMs, nowMs, texts) });
}

/** Reasons whose sentence already says that the campaign waits or is paused. */
const sayTheState: ReadonlySet<string> = new Set<ReasonCode>([
  "own_limit",
  "retries_due",
  "paused",
  "paused_by_person",
  "window_closed",
  "awaiting_winner",
  "next_step_due",
  "joins_later",
  "outcome_undecided",
]);
const dueThen: ReasonCode = "next_step_due";

/** The state of a campaign as a sentence; "" while it simply runs. */
export function stateText(figures: CampaignFigures, nowMs: number, texts: ProgressTexts): string {
  const { state, nextAtMs, startAtMs, holdUntilMs } = figures;
  const { states } = texts;
  if (state === "finished" || state === "cancelled" || state === "draft" || state === "starting")
    return states[state];
  if (state === "scheduled" && startAtMs !== null) {
    const starts = states.startsAt(clockTime(startAtMs, nowMs, texts));
    return figures.waiting === null ? starts : states.startsUnless({ starts, why: figures.waiting });
  }
  if (state === "holding") {
    const heldMs = (holdUntilMs ?? nowMs) - nowMs;
    // The state stays "holding" until its list of recipients has been written.
    return heldMs <= 0 ? states.starting : states.held(duration(heldMs, texts));
  }
  const reason = reasonText(figures, texts);
  if (figures.waitingCode === dueThen && nextAtMs !== null)
    return states.dueAt({ state: reason, time: clockTime(nextAtMs, nowMs, texts) });
  return reason === "" || figures.waiting === null || nextAtMs === null || nextAtMs - nowMs < atOnceMs
    ? reason
    : states.until({ state: reason, time: clockTime(nextAtMs, nowMs, texts) });
}

function reasonText({ state, waiting, waitingCode }: CampaignFigures, { states }: ProgressTexts): string {
  if (waiting === null) return state === "paused" ? states.paused : "";
  if (waitingCode !== null && sayTheState.has(waitingCode)) return waiting;
  return state === "paused" ? states.pausedFor(waiting) : states.waitingFor(waiting);
}

/** One campaign on one line, for pipes and logs. */
export function progressLine({ figures, pace }: Standing, nowMs: number, texts: ProgressTexts): string {
  const counts = isUncounted(figures)
    ? ""
    : [sentText(figures, texts), ...restText(figures, texts)].join(", ");
  return [counts, stateText(figures, nowMs, texts), paceText({ figures, pace }, nowMs, texts)]
    .filter(Boolean)
    .join("; ");
}
