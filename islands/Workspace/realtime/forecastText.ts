import { screenLimits } from "../../../contract/limits/screen.ts";
import type { ProgressTexts } from "../../../contract/texts/workspace/progress.ts";
import { doneOf, type Watched } from "./useRealtime.ts";
import { momentAhead } from "./waitingText.ts";

/**
 * "About 12 a second, done at 14:20", from what this page has seen, and not before the limits of its accounts allow it; ""
 * until it has seen enough.
 */
export function forecastText(
  { progress, firstAt, firstDone, lastAt }: Watched,
  texts: ProgressTexts,
): string {
  const elapsedMs = lastAt - firstAt;
  const done = doneOf(progress) - firstDone;
  if (elapsedMs < screenLimits.forecastAfterMs || done <= 0) return "";
  const perMs = done / elapsedMs;
  const end = Math.max(lastAt + (progress.total - doneOf(progress)) / perMs, progress.doneAt ?? 0);
  return texts.forecast({ rate: rateText(perMs * 1000, texts), when: momentAhead(end, lastAt, texts) });
}

/** Slow accounts have their rate by the minute, because "0.1 a second" is hard to understand. */
function rateText(perSecond: number, texts: ProgressTexts): string {
  return perSecond >= 1
    ? texts.perSecond(Math.round(perSecond))
    : texts.perMinute(Math.max(1, Math.round(perSecond * 60)));
}
