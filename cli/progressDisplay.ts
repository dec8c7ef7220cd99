import { limits } from "../contract/limits.ts";
import { type Pace, PaceMeter } from "./format/pace.ts";
import { progressLine } from "./format/progressText.ts";
import { shortId, type Tally } from "./format/tally.ts";
import type { Output } from "./output.ts";

/** What is known of one campaign at a moment. */
export type Standing = { tally: Tally; pace: Pace | null };

/** Shows sends under way. `close` leaves the last state on the screen. */
export type ProgressDisplay = {
  show(standings: readonly Standing[], reachable: boolean): void;
  close(): Promise<void>;
};

/** Measures and shows: the last tally of each campaign, in the order in which they appeared. */
export class Standings {
  readonly #byId = new Map<string, Standing & { meter: PaceMeter }>();

  add(tally: Tally, nowMs: number): void {
    const meter = this.#byId.get(tally.campaignId)?.meter ?? new PaceMeter();
    this.#byId.set(tally.campaignId, { tally, meter, pace: meter.measure(tally, nowMs) });
  }

  list(): Standing[] {
    return [...this.#byId.values()];
  }
}

/** One line a change and at most one a second for each campaign; `close` prints what was held back. */
export function lineDisplay(output: Output): ProgressDisplay {
  const printed = new Map<string, { line: string; atMs: number }>();
  let held: Standing[] = [];
  let wasReachable = true;
  const now = output.terminal.now;
  const print = ({ tally, pace }: Standing, several: boolean, always: boolean): boolean => {
    const last = printed.get(tally.campaignId);
    // The rate changes all the time; only what happened to recipients or to the campaign is a change.
    const change = progressLine(tally, null, now());
    if (last?.line === change) return true;
    if (!always && last && now() - last.atMs < limits.cli.plainLineMs) return false;
    const line = progressLine(tally, pace, now());
    output.line(several ? `${shortId(tally.campaignId)}  ${line}` : line);
    printed.set(tally.campaignId, { line: change, atMs: now() });
    return true;
  };
  return {
    show(standings, reachable) {
      held = standings.filter((standing) => !print(standing, standings.length > 1, false));
      if (reachable !== wasReachable)
        output.note(reachable ? "Connected again." : "The server cannot be reached; trying again.");
      wasReachable = reachable;
    },
    async close() {
      for (const standing of held) print(standing, printed.size > 1, true);
    },
  };
}

/** One object for every change. */
export function jsonDisplay(output: Output): ProgressDisplay {
  const printed = new Map<string, string>();
  return {
    show(standings) {
      for (const { tally, pace } of standings) {
        const change = JSON.stringify(tally);
        if (printed.get(tally.campaignId) === change) continue;
        printed.set(tally.campaignId, change);
        output.event("progress", {
          ...tally,
          perSecond: pace ? Math.round(pace.perSecond * 10) / 10 : null,
          doneAt: pace?.doneAtMs ? Math.round(pace.doneAtMs) : null,
        });
      }
    },
    async close() {},
  };
}
