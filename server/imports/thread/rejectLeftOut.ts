import { takeLeftOut } from "../../../db/imports/createStage.ts";
import { createRejectsFile } from "./createRejectsFile.ts";
import type { Rejects, RunRequest } from "./messages.ts";

/** Puts the rows that did not fit the plan with the other rejected ones; answers all of them. */
export function rejectLeftOut(
  { stagePath, rejectsPath, reading, overPlan }: RunRequest,
  earlier: Rejects,
): Rejects {
  const file = createRejectsFile(rejectsPath, reading.columns, earlier);
  try {
    takeLeftOut(stagePath, ({ row, cells }) => file.addOverPlan({ row, reason: overPlan, cells }));
  } finally {
    file.end();
  }
  return file.end();
}
