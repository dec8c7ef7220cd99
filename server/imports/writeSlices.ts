import { limits } from "../../contract/limits.ts";
import type { Staged } from "../../db/imports/createStage.ts";
import type { SliceJob, Slices } from "../../db/imports/slices.ts";
import type { RunOutcome } from "./messages.ts";

type Writing = {
  slices: Slices;
  job: SliceJob;
  staged: Staged;
  isStopped(): boolean;
  onRows(done: number): void;
};

/**
 * Writes everything that is staged, in slices between which others have their turn. With a plan's limit either all
 * new leads are added, in one slice, or none: whoever has as many as the plan allows has no more of them in the file.
 */
export async function writeSlices({ slices, job, staged, ...watching }: Writing): Promise<RunOutcome> {
  const isWhole = job.leadsMax !== null && (await slices.countNew(job)) > 0;
  let rows: number = isWhole ? staged.last : limits.imports.sliceRowsFirst;
  for (let after = 0; after < staged.last; ) {
    if (watching.isStopped()) return { kind: "stopped" };
    const upTo = Math.min(after + rows, staged.last);
    const outcome = await slices.write(job, { after, upTo });
    if (outcome.kind !== "written") return outcome;
    after = upTo;
    rows = nextRows({ rows, heldMs: outcome.heldMs });
    watching.onRows(after);
  }
  return { kind: "done" };
}

/** As many rows as the lock would have been held for long enough, and never twice as many as before. */
export function nextRows({ rows, heldMs }: { rows: number; heldMs: number }): number {
  const { sliceMs, sliceRowsMin, sliceRowsMax } = limits.imports;
  const fitting = Math.min(rows * 2, Math.floor((rows * sliceMs) / Math.max(heldMs, 0.1)));
  return Math.max(sliceRowsMin, Math.min(sliceRowsMax, fitting));
}
