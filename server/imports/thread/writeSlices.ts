import { importLimits } from "../../../contract/limits/imports.ts";
import type { Staged } from "../../../db/imports/createStage.ts";
import type { SliceJob, SliceOutcome, Slices } from "../../../db/imports/slices.ts";
import type { RunOutcome, RunRequest } from "./messages.ts";

type Writing = {
  slices: Slices;
  job: SliceJob;
  staged: Staged;
  /** How far an earlier attempt came. */
  from: RunRequest["from"];
  /** Called before anything is written if the plan has no room for some; resolves with false if the import is no longer running. */
  onLeftOut(): Promise<boolean>;
  isStopped(): boolean;
  onRows(done: number): void;
};

/**
 * Writes everything that is staged, in slices between which others get their turn. If the plan has a limit, the first new
 * leads of the file that it has room for are written in one slice. If leads were added elsewhere in the meantime, that
 * slice is rolled back as a whole, and fewer are tried.
 */
export async function writeSlices({
  slices,
  job,
  staged,
  from,
  onLeftOut,
  ...watching
}: Writing): Promise<RunOutcome> {
  let after = from.written;
  let optedOut = slices.optoutAt(from.optedOut);
  for (let tries = 0; ; tries += 1) {
    const added = await fitPlan({ slices, job, onLeftOut, after });
    if (added === null || !(await optOutRejected({ slices, job, after: optedOut, ...watching })))
      return { kind: "stopped" };
    optedOut = slices.lastOptout();
    let rows: number = added > 0 ? staged.last : importLimits.sliceRowsFirst;
    let outcome: SliceOutcome = { kind: "written", heldMs: 0, isAwaited: false };
    while (after < staged.last) {
      if (watching.isStopped()) return { kind: "stopped" };
      const upTo = Math.min(after + rows, staged.last);
      outcome = await slices.write(job, { after, upTo });
      if (outcome.kind !== "written") break;
      after = upTo;
      rows = nextRows({ rows, ...outcome });
      watching.onRows(after);
    }
    if (outcome.kind === "written") return { kind: "done" };
    if (outcome.kind === "stopped" || tries === importLimits.planTries) return outcome;
  }
}

type Fitting = Pick<Writing, "slices" | "job" | "onLeftOut"> & { after: number };

/** How many of the staged leads are new, after leaving out those that the plan has no room for; null if the import was stopped. */
async function fitPlan({ slices, job, onLeftOut, after }: Fitting): Promise<number | null> {
  const { leadsMax } = job;
  if (leadsMax === null) return 0;
  const { added, leftOut } = await slices.leaveOut({ ...job, leadsMax }, after);
  return leftOut === 0 || (await onLeftOut()) ? added : null;
}

type OptingOut = Pick<Writing, "slices" | "job" | "isStopped"> & { after: number };

/** Opts out those whose rejected rows say that they unsubscribed; false if the import was stopped. */
async function optOutRejected({ slices, job, isStopped, after }: OptingOut): Promise<boolean> {
  const last = slices.lastOptout();
  let rows: number = importLimits.sliceRowsFirst;
  for (let done = after; done < last; ) {
    const upTo = Math.min(done + rows, last);
    const outcome = isStopped() ? null : await slices.optOut(job, { after: done, upTo });
    if (outcome?.kind !== "written") return false;
    rows = nextRows({ rows, ...outcome });
    done = upTo;
  }
  return true;
}

type LastSlice = { rows: number; heldMs: number; isAwaited: boolean };

/** The size of the next slice: as many rows as take the intended time under the lock, and at most twice as many as before. */
export function nextRows({ rows, heldMs, isAwaited }: LastSlice): number {
  const { sliceMs, sliceAloneMs, sliceRowsMin, sliceRowsMax } = importLimits;
  const mayHoldMs = isAwaited ? sliceMs : sliceAloneMs;
  const fitting = Math.min(rows * 2, Math.floor((rows * mayHoldMs) / Math.max(heldMs, 0.1)));
  return Math.max(sliceRowsMin, Math.min(sliceRowsMax, fitting));
}
