import { screenLimits } from "../../../contract/limits/screen.ts";
import type { ProgressTexts } from "../../../contract/texts/workspace/progress.ts";
import { doneOf, type Watched } from "./useRealtime.ts";
import { clockText } from "./waitingText.ts";

/** "About 12 a second, done at 14:20", from what this page has seen; "" until it has seen enough. */
export function forecastText(
  { progress, firstAt, firstDone, lastAt }: Watched,
  texts: ProgressTexts,
): string {
  const elapsedMs = lastAt - firstAt;
  const done = doneOf(progress) - firstDone;
  if (elapsedMs < screenLimits.forecastAfterMs || done <= 0) return "";
  const perMs = done / elapsedMs;
  const end = new Date(lastAt + (progress.total - doneOf(progress)) / perMs);
  return texts.forecast({ rate: rateText(perMs * 1000, texts), clock: clockText(end.getTime()) });
}

/** Slow accounts are told by the minute: "0.1 a second" says nothing. */
function rateText(perSecond: number, texts: ProgressTexts): string {
  return perSecond >= 1
    ? texts.perSecond(Math.round(perSecond))
    : texts.perMinute(Math.max(1, Math.round(perSecond * 60)));
}
