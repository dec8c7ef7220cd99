import type { Core } from "../../core/core.ts";
import type { Waits } from "../../core/waits.ts";
import type { JobHandler } from "../../jobs/handler.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import type { PlanAudiences } from "../plans/planAudience.ts";
import { createSequenceAdvance } from "./advance.ts";
import { createCampaignsDue } from "./due.ts";
import { createSequenceJoins } from "./joins.ts";
import { createOverflows } from "./overflows.ts";
import { createWinners } from "./winners.ts";

type Parts = {
  jobs: Pick<Jobs, "askAll">;
  sender: Pick<SendingPort, "tell">;
  audiences: PlanAudiences;
  waits: Pick<Waits, "turn">;
};

/** What campaigns do by themselves once they have begun. */
export function sequenceJobs(
  core: Core,
  parts: Parts,
): Record<"campaignsDue" | "campaignAdvance" | "campaignJoin", JobHandler> {
  return {
    campaignsDue: createCampaignsDue(core, {
      jobs: parts.jobs,
      winners: createWinners(core, parts),
      overflows: createOverflows(core, parts),
    }),
    campaignAdvance: createSequenceAdvance(core, parts),
    campaignJoin: createSequenceJoins(core, parts),
  };
}
