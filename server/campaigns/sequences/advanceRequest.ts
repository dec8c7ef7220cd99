import type { PlanKey } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { JobRequest } from "../../jobs/jobs.ts";

/** Requests the job that advances a sequence. There is only one for each, however often it is requested. */
export function advanceRequest({ id, workspaceId }: PlanKey): JobRequest {
  return { kind: "campaignAdvance", workspaceId, payload: { planId: id }, key: `campaignAdvance ${id}` };
}
