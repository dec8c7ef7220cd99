import { screenLimits } from "../../../contract/limits/screen.ts";
import { doneOf, type Watched } from "./useRealtime.ts";
import { clockText } from "./waitingText.ts";

/** "About 12 a second, done at 14:20", from what this page has seen; "" until it has seen enough. */
export function forecast({ progress, firstAt, firstDone, lastAt }: Watched): string {
  const elapsedMs = lastAt - firstAt;
  const done = doneOf(progress) - firstDone;
  if (elapsedMs < screenLimits.forecastAfterMs || done <= 0) return "";
  const perMs = done / elapsedMs;
  const end = new Date(lastAt + (progress.total - doneOf(progress)) / perMs);
  return `About ${rateText(perMs * 1000)}, done at ${clockText(end.getTime())}`;
}

/** Slow accounts are told by the minute: "0.1 a second" says nothing. */
function rateText(perSecond: number): string {
  return perSecond >= 1
    ? `${Math.round(perSecond)} a second`
    : `${Math.max(1, Math.round(perSecond * 60))} a minute`;
}
