import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { PlanState } from "../../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Badge } from "../../_parts/Badge.tsx";
import type { Status } from "../../_parts/Notice.tsx";

const statuses: Record<PlanState, Status | undefined> = {
  draft: undefined,
  scheduled: "waiting",
  holding: "waiting",
  starting: "waiting",
  running: "waiting",
  paused: "uncertain",
  cancelled: undefined,
  finished: "sent",
};

/** The state of a campaign as a badge. One that ended without reaching anybody does not count as a success. */
export function StateBadge({
  campaign: { state, counts },
}: {
  campaign: Pick<Campaign, "state" | "counts">;
}) {
  const texts = useTexts(campaignTexts);
  const isInVain = state === "finished" && counts.sent === 0 && counts.failed > 0;
  return <Badge status={isInVain ? "failed" : statuses[state]}>{texts.states[state]}</Badge>;
}
