import type { AccountHealth } from "../dispatch/accountHealth.ts";
import type { LaneDeps } from "../dispatch/laneDeps.ts";
import type { Refusals } from "./RefusalRun.ts";

type Refused = { refusals: Refusals; accountId: string; health: AccountHealth } & Pick<
  LaneDeps,
  "pauseCampaign" | "log"
>;

/**
 * Pauses the campaign whose mails a server refuses in a row, until a person has acted. If mails of several campaigns are
 * refused alike, the cause is not in a mail but in the account, which is stopped instead.
 */
export async function pauseForRefusals({
  refusals,
  accountId,
  health,
  pauseCampaign,
  log,
}: Refused): Promise<void> {
  const { campaignIds, reason: why } = refusals;
  const [campaignId, another] = campaignIds;
  if (campaignId === undefined) return;
  if (another !== undefined) return health.apply({ kind: "stop", reason: why });
  try {
    await pauseCampaign(campaignId, why);
  } catch (error) {
    // The next attempt comes after as many refusals again.
    log.error("A campaign that its mail server refuses could not be paused", {
      campaign: campaignId,
      account: accountId,
      error,
    });
  }
}
