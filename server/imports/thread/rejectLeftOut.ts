import { eachLeftOut, stageSummary } from "../../../db/imports/createStage.ts";
import { createRejectsFile } from "./createRejectsFile.ts";
import type { Rejects, RunRequest, StageSummary } from "./messages.ts";

/**
 * Puts the rows that did not fit the plan with the other rejected ones; answers all of them. It does so from the
 * beginning each time: a try that was killed may have come to any row.
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
