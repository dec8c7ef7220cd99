import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import type { Database } from "../../../db/database.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createStepChangeStore } from "../../../db/stores/campaigns/sequences/stepChanges.ts";
import type { Waits } from "../../core/waits.ts";
import type { JobUnderWay } from "../../jobs/handler.ts";

type Applying = {
  plan: Pick<PlanRow, "id" | "workspaceId" | "stepChange">;
  signal: JobUnderWay["signal"];
  waits: Pick<Waits, "turn">;
};

/**
 * Has the leads of a sequence stand where its changed steps are, some of them in each commit, which also says how far that
 * has come: a kill leaves each lead moved or not, and whoever has the job then goes on behind the last. Nobody is moved on
 * or joins until it is done for all.
 */
export async function applyStepChange(database: Database, { plan, signal, waits }: Applying): Promise<void> {
  const { id, workspaceId } = plan;
  const store = createStepChangeStore(database);
  const countMax = campaignLimits.stepMoveBatch;
  let pending = plan.stepChange;
  while (pending !== null) {
    signal.throwIfAborted();
    pending = await store.apply({ key: { id, workspaceId }, pending, countMax });
    await waits.turn();
  }
}
