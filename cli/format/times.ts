import { dayMs } from "../../contract/limits/units.ts";
import type { ProgressTexts } from "../../contract/texts/terminal/progress.ts";

/** "14:20" today, "Tuesday 14:20" within a week, "3 Dec 14:20" beyond, with the year where that is another; local time. */
export function clockTime(atMs: number, nowMs: number, { times }: ProgressTexts): string {
  const at = new Date(atMs);
  const now = new Date(nowMs);
  if (at.toDateString() === now.toDateString()) return times.today(at);
  const isSoon = atMs > nowMs && atMs - nowMs < 6 * dayMs;
  if (isSoon) return times.soon(at);
  return at.getFullYear() === now.getFullYear() ? times.other(at) : times.otherYear(at);
}

/** "45 s", "3 min", "2 h 5 min". */
export function duration(ms: number, { times }: ProgressTexts): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 100) return times.seconds(seconds);
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return times.minutes(minutes);
  return times.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
