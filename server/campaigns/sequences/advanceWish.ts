import type { PlanKey } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { Wish } from "../../jobs/jobs.ts";

/** The job that moves a sequence on: one each, whoever asks for it. */
export function advanceWish({ id, workspaceId }: PlanKey): Wish {
  return {
    ...{ kind: "campaignAdvance", workspaceId, payload: { planId: id } },
    key: `campaignAdvance ${id}`,
  };
}
