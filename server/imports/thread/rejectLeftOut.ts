import { eachLeftOut, stageSummary } from "../../../db/imports/createStage.ts";
import { createRejectsFile } from "./createRejectsFile.ts";
import type { Rejects, RunRequest, StageSummary } from "./messages.ts";

/**
 * Adds the rows that the plan has no room for to the rejected ones, and returns all of them. It always starts from the
 * beginning, since an attempt that was killed may have stopped at any row.
 */
export function rejectLeftOut({ stagePath, rejectsPath, reading, overPlan }: RunRequest): Rejects {
  const { rejects, rejectsBytes } = stageSummary(stagePath) as StageSummary;
  const file = createRejectsFile(rejectsPath, reading.columns, { rejects, bytes: rejectsBytes });
  try {
    eachLeftOut(stagePath, ({ row, cells }) => file.addOverPlan({ row, reason: overPlan, cells }));
  } finally {
    file.end();
  }
  return file.end().rejects;
}
