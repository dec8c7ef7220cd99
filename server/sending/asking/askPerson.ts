import type { AccountHealth } from "../dispatch/accountHealth.ts";
import type { LaneDeps } from "../dispatch/laneDeps.ts";
import type { Refusals } from "./refusalRun.ts";

type Asking = { refusals: Refusals; accountId: string; health: AccountHealth } & Pick<
  LaneDeps,
  "pauseCampaign" | "log"
>;

/** What one campaign is refused for is in its mails; what several are refused for is about their account. */
export async function askPerson({ refusals, accountId, health, pauseCampaign, log }: Asking): Promise<void> {
  const { campaignIds, reason: why } = refusals;
  const [campaignId, another] = campaignIds;
  if (campaignId === undefined) return;
  if (another !== undefined) return health.apply({ kind: "stop", reason: why });
  try {
    await pauseCampaign(campaignId, why);
  } catch (error) {
    // As many refusals again lead to the next attempt.
    log.error("A campaign that its server refuses could not be paused", {
      ...{ campaign: campaignId, account: accountId, error },
    });
  }
}
