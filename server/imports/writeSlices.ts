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
 * new leads are added, in one slice, or none. A file with more than fit is refused before anything of it is written:
 * a slice of a million rows, only to be undone, would hold everybody up. What may be written is as short as the plan.
 */
export async function writeSlices({ slices, job, staged, ...watching }: Writing): Promise<RunOutcome> {
  const { leadCount, added } =
    job.leadsMax === null ? { leadCount: 0, added: 0 } : await slices.countNew(job);
  if (added > 0 && leadCount > (job.leadsMax ?? 0)) return { kind: "overPlan", leadCount, added };
  let rows: number = added > 0 ? staged.last : limits.imports.sliceRowsFirst;
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
