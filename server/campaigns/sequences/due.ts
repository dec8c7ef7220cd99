import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { createAdvancingStore } from "../../../db/stores/campaigns/sequences/advancing.ts";
import { createStepChangeStore } from "../../../db/stores/campaigns/sequences/stepChanges.ts";
import type { Core } from "../../core/core.ts";
import type { JobHandler } from "../../jobs/handler.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { advanceRequest } from "./advanceRequest.ts";
import type { Overflows } from "./overflows.ts";
import type { Winners } from "./winners.ts";

type Parts = {
  jobs: Pick<Jobs, "askAll">;
  winners: Pick<Winners, "decideDue">;
  overflows: Pick<Overflows, "moveDue">;
};

/**
 * Looks for what campaigns are due for and asks for it, one job a campaign, so that none holds another up and each is in
 * one worker's hands. The tables alone say what is due: a word that is lost, or a job that died, costs one look.
 */
export function createCampaignsDue(core: Core, { jobs, winners, overflows }: Parts): JobHandler {
  const store = createAdvancingStore(core.database);
  const changes = createStepChangeStore(core.database);
  return {
    everyMs: campaignLimits.advanceEveryMs,
    async run() {
      const due = [...(await changes.pending()), ...(await store.plansDue(core.clock.now()))];
      await jobs.askAll(due.map(advanceRequest));
      await winners.decideDue();
      await overflows.moveDue();
    },
  };
}
