import { cliLimits } from "../../contract/limits/cli.ts";
import type { CampaignFigures } from "./campaignFigures.ts";

export type Pace = { perSecond: number; doneAtMs: number | null };

/** Measures the current rate of a campaign, over a short period only: a pause an hour ago says nothing about now. */
export class PaceMeter {
  readonly #samples: { atMs: number; settled: number }[] = [];

  /** Adds the current figures and returns the rate, or null if there are too few to tell. */
  measure(figures: CampaignFigures, nowMs: number): Pace | null {
    const settled = figures.sent + figures.failed + figures.uncertain;
    const samples = this.#samples;
    // Nothing is sent while it is paused or once it has ended, and earlier rates say nothing about later ones.
    if (figures.state !== "running") {
      samples.length = 0;
      return null;
    }
    // A retry puts failed mails back into the queue, after which earlier samples are not comparable.
    if (settled < (samples.at(-1)?.settled ?? 0)) samples.length = 0;
    samples.push({ atMs: nowMs, settled });
    while (
      samples.length > cliLimits.paceSamplesMax ||
      nowMs - (samples[0]?.atMs ?? nowMs) > cliLimits.paceWindowMs
    )
      samples.shift();
    const first = samples[0];
    if (first === undefined || nowMs - first.atMs < 500 || settled === first.settled) return null;
    const perSecond = ((settled - first.settled) * 1000) / (nowMs - first.atMs);
    // A sequence gets more mails as it goes on.
    const isKnown = figures.kind === "once" && figures.remaining > 0;
    if (!isKnown) return { perSecond, doneAtMs: null };
    const { limitedUntilMs, waiting, remaining } = figures;
    // The rate before a wait says nothing about the time after it, and the first minute's worth of a limit goes at once.
    if (waiting !== null) return { perSecond, doneAtMs: limitedUntilMs };
    return { perSecond, doneAtMs: Math.max(nowMs + (remaining / perSecond) * 1000, limitedUntilMs ?? 0) };
  }
}
