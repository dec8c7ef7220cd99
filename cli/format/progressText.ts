import type { Pace } from "./pace.ts";
import type { Tally } from "./tally.ts";
import { clockTime, duration } from "./times.ts";

// Nearer than this, minutes on a clock say too little.
const soonMs = 90_000;

/** "612/1000 Sent", as the specification words it. */
export function sentText(tally: Tally): string {
  return `${tally.sent}/${tally.total} Sent`;
}

/** What is left besides the sent, in words, without the zeros. */
export function restText(tally: Tally): string[] {
  const parts: [number, string][] = [
    [tally.failed, "failed"],
    [tally.uncertain, "uncertain"],
    [tally.skipped, "skipped"],
    [tally.remaining, "remaining"],
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

/** Where a campaign stands, as a sentence; "" while it simply runs. */
export function stateText(tally: Tally, nowMs: number): string {
  if (tally.state === "finished") return "Finished";
  if (tally.state === "cancelled") return "Cancelled";
  const state = tally.state === "paused" ? "Paused" : "Waiting";
  if (tally.waiting === null) return tally.state === "paused" ? state : "";
  // The server's reason may say by itself what it is a reason for.
  const reason = tally.waiting.startsWith(state) ? tally.waiting : `${state}: ${tally.waiting}`;
  return tally.nextAtMs === null ? reason : `${reason}, until ${clockTime(tally.nextAtMs, nowMs)}`;
}

/** One campaign on one line, for pipes and logs. */
export function progressLine(tally: Tally, pace: Pace | null, nowMs: number): string {
  const counts = [sentText(tally), ...restText(tally)].join(", ");
  return [counts, stateText(tally, nowMs), paceText(pace, nowMs)].filter(Boolean).join("; ");
}
