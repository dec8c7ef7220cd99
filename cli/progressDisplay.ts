import { cliLimits } from "../contract/limits/cli.ts";
import { progressTexts } from "../contract/texts/terminal/progress.ts";
import { type CampaignFigures, shortId } from "./format/campaignFigures.ts";
import { PaceMeter } from "./format/pace.ts";
import { progressLine, type Standing } from "./format/progressText.ts";
import type { Output } from "./output.ts";

/** What a key of the live view asks for. */
export type Key = "pause" | "resume" | "takeBack" | "leave";

/** Where all of them stand, and whether the server can be reached. */
type ProgressFrame = {
  standings: readonly Standing[];
  reachable: boolean;
  /** Why the server did not do what the last key asked, or null. */
  refused: string | null;
};

/** Shows sends under way. `close` leaves the last state on the screen. */
export type ProgressDisplay = {
  show(progress: ProgressFrame): void;
  close(): Promise<void>;
};

/** Measures and shows: the last figures of each campaign, in the order in which they appeared. */
export class Standings {
  readonly #byId = new Map<string, Standing & { meter: PaceMeter }>();

  add(figures: CampaignFigures, nowMs: number): void {
    const before = this.#byId.get(figures.campaignId);
    const meter = before?.meter ?? new PaceMeter();
    // The socket's news do not say when it goes on; while the reason is the same, the last answer still holds.
    const holds = figures.nextAtMs === null && before?.figures.waiting === figures.waiting;
    const known = holds ? { ...figures, nextAtMs: before.figures.nextAtMs } : figures;
    this.#byId.set(figures.campaignId, { figures: known, meter, pace: meter.measure(known, nowMs) });
  }

  list(): Standing[] {
    return [...this.#byId.values()];
  }
}

/** One line a change and at most one a second for each campaign; the last change is always printed. */
export function lineDisplay(output: Output): ProgressDisplay {
  const lines = new ChangeLines(output);
  const { view } = output.texts(progressTexts);
  let wasReachable = true;
  return {
    show({ standings, reachable }) {
      lines.show(standings);
      if (reachable !== wasReachable) output.note(reachable ? view.connectedAgain : view.unreachable);
      wasReachable = reachable;
    },
    async close() {
      lines.printHeld();
    },
  };
}

class ChangeLines {
  readonly #output: Output;
  readonly #printed = new Map<string, { change: string; atMs: number }>();
  #held: Standing[] = [];
  #several = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  show(standings: readonly Standing[]): void {
    this.#several = standings.length > 1;
    this.#held = [];
    for (const standing of standings)
      if (this.#isDue(standing)) this.#print(standing);
      else this.#held.push(standing);
    if (this.#held.length > 0) this.#timer ??= setTimeout(() => this.printHeld(), cliLimits.plainLineMs);
  }

  printHeld(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const standing of this.#held) this.#print(standing);
    this.#held = [];
  }

  #isDue({ figures }: Standing): boolean {
    const last = this.#printed.get(figures.campaignId);
    return last === undefined || this.#output.terminal.now() - last.atMs >= cliLimits.plainLineMs;
  }

  #print({ figures, pace }: Standing): void {
    const texts = this.#output.texts(progressTexts);
    const nowMs = this.#output.terminal.now();
    const change = progressLine({ figures: untimed(figures), pace: null }, nowMs, texts);
    if (this.#printed.get(figures.campaignId)?.change === change) return;
    const line = progressLine({ figures, pace }, nowMs, texts);
    this.#output.line(this.#several ? `${shortId(figures.campaignId)}  ${line}` : line);
    this.#printed.set(figures.campaignId, { change, atMs: nowMs });
  }
}

/** The rate and the end change all the time; only what happened to recipients or to the campaign is a change. */
function untimed(figures: CampaignFigures): CampaignFigures {
  return { ...figures, limitedUntilMs: null };
}

/** One object for every change. */
export function jsonDisplay(output: Output): ProgressDisplay {
  const printed = new Map<string, string>();
  return {
    show({ standings }) {
      for (const { figures, pace } of standings) {
        const change = JSON.stringify(untimed(figures));
        if (printed.get(figures.campaignId) === change) continue;
        printed.set(figures.campaignId, change);
        output.event("progress", {
          ...figures,
          perSecond: pace ? Math.round(pace.perSecond * 10) / 10 : null,
          doneAt: pace?.doneAtMs ? Math.round(pace.doneAtMs) : null,
        });
      }
    },
    async close() {},
  };
}
