import { cliLimits } from "../../contract/limits/cli.ts";
import type { CampaignFigures } from "./campaignFigures.ts";

export type Pace = { perSecond: number; doneAtMs: number | null };

/** Measures how fast a campaign goes, over the last while only: a pause an hour ago says nothing about now. */
export class PaceMeter {
  readonly #samples: { atMs: number; settled: number }[] = [];

  /** Adds what is known now and answers the rate, or null where there is too little to tell. */
  measure(figures: CampaignFigures, nowMs: number): Pace | null {
    const settled = figures.sent + figures.failed + figures.uncertain;
    const samples = this.#samples;
    // Nothing goes out while it is paused or once it is over, and what went before says nothing of what comes after.
    if (figures.state !== "running") {
      samples.length = 0;
      return null;
    }
    // A retry takes failures back into the queue: what was measured before no longer compares.
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
    // Of a sequence more mails are written as it goes on.
    const isKnown = figures.kind === "once" && figures.remaining > 0;
    const goesOn = figures.state === "running" && isKnown && figures.waiting === null;
    return { perSecond, doneAtMs: goesOn ? nowMs + (figures.remaining / perSecond) * 1000 : null };
  }
}
