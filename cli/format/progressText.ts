import type { Pace } from "./pace.ts";
import type { Tally } from "./tally.ts";
import { clockTime } from "./times.ts";

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
  return pace.doneAtMs === null ? rate : `${rate}, done about ${clockTime(pace.doneAtMs, nowMs)}`;
}

/** Where a campaign stands, as a sentence; "" while it simply runs. */
export function stateText(tally: Tally): string {
  if (tally.state === "finished") return "Finished";
  if (tally.state === "cancelled") return "Cancelled";
  if (tally.state === "paused") return pausedText(tally.waiting);
  return tally.waiting ? `Waiting: ${tally.waiting}` : "";
}

/** One campaign on one line, for pipes and logs. */
export function progressLine(tally: Tally, pace: Pace | null, nowMs: number): string {
  const counts = [sentText(tally), ...restText(tally)].join(", ");
  return [counts, paceText(pace, nowMs), stateText(tally)].filter(Boolean).join("; ");
}

/** The server's reason may say by itself that it is a pause. */
function pausedText(reason: string | null): string {
  if (!reason) return "Paused";
  return /^paused/i.test(reason) ? reason : `Paused: ${reason}`;
}
