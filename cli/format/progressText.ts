import type { ReasonCode } from "../../contract/reasons.ts";
import type { CampaignFigures } from "./campaignFigures.ts";
import type { Pace } from "./pace.ts";
import { clockTime, duration } from "./times.ts";

// Nearer than this, minutes on a clock say too little.
const soonMs = 90_000;
// Nearer than this it has passed once it is read: between two mails of an account with a gap it always is.
const atOnceMs = 10_000;

/** "612/1000 Sent", as the specification words it. */
export function sentText(figures: CampaignFigures): string {
  return `${figures.sent}/${figures.total} Sent`;
}

/** What is left besides the sent, in words, without the zeros. */
export function restText(figures: CampaignFigures): string[] {
  const parts: [number, string][] = [
    [figures.failed, "failed"],
    [figures.uncertain, "uncertain"],
    [figures.skipped, "skipped"],
    [figures.remaining, "remaining"],
  ];
  return parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
}

export function paceText(pace: Pace | null, nowMs: number): string {
  if (pace === null) return "";
  const rate =
    pace.perSecond >= 1
      ? `${Math.round(pace.perSecond)} a second`
      : `${Math.max(1, Math.round(pace.perSecond * 60))} a minute`;
  if (pace.doneAtMs === null) return rate;
  const leftMs = pace.doneAtMs - nowMs;
  return leftMs < soonMs
    ? `${rate}, done in ${duration(leftMs)}`
    : `${rate}, done about ${clockTime(pace.doneAtMs, nowMs)}`;
}

/** Reasons whose sentence says by itself that it waits, or is paused. */
const sayTheState: ReadonlySet<string> = new Set<ReasonCode>([
  "own_limit",
  "retries_due",
  "paused",
  "paused_by_person",
]);

/** Where a campaign stands, as a sentence; "" while it simply runs. */
export function stateText(figures: CampaignFigures, nowMs: number): string {
  if (figures.state === "finished") return "Finished";
  if (figures.state === "cancelled") return "Cancelled";
  const state = figures.state === "paused" ? "Paused" : "Waiting";
  if (figures.waiting === null) return figures.state === "paused" ? state : "";
  const saysItself = figures.waitingCode !== null && sayTheState.has(figures.waitingCode);
  const reason = saysItself ? figures.waiting : `${state}: ${figures.waiting}`;
  return figures.nextAtMs === null || figures.nextAtMs - nowMs < atOnceMs
    ? reason
    : `${reason}, until ${clockTime(figures.nextAtMs, nowMs)}`;
}

/** One campaign on one line, for pipes and logs. */
export function progressLine(figures: CampaignFigures, pace: Pace | null, nowMs: number): string {
  const counts = [sentText(figures), ...restText(figures)].join(", ");
  return [counts, stateText(figures, nowMs), paceText(pace, nowMs)].filter(Boolean).join("; ");
}
