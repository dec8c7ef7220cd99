import type { Client } from "../client.ts";
import { Refusal } from "../errors.ts";
import { campaignLimits } from "../limits/campaigns.ts";
import type { Campaign } from "../schemas/campaign.ts";
import { waitsForAccount } from "./accountWait.ts";

/**
 * Sends what is left of a campaign from another account, of one of several accounts where `from` names it. One that only
 * waits for its account is paused for that, since nobody sends what is being moved; where that is refused it goes on as
 * before.
 */
export async function sendRest(
  client: Client,
  campaign: Pick<Campaign, "_id" | "state" | "waitingCause">,
  to: { credentialId: string; from?: string },
): Promise<Campaign> {
  const params = { id: campaign._id };
  const move = () => client("POST /amplify/campaigns/{id}/account", { params, body: to });
  if (!waitsForAccount(campaign) || to.from !== undefined) return move();
  await client("POST /amplify/campaigns/{id}/pause", { params });
  try {
    return await onceNothingIsUnderWay(move);
  } catch (error) {
    await client("POST /amplify/campaigns/{id}/resume", { params });
    throw error;
  }
}

/** A mail whose answer has not come yet is waited for: it may be the account's last one. */
async function onceNothingIsUnderWay(move: () => Promise<Campaign>): Promise<Campaign> {
  for (let tries = 1; ; tries++)
    try {
      return await move();
    } catch (error) {
      const isUnderWay = error instanceof Refusal && error.reason.code === "campaign_under_way";
      if (!isUnderWay || tries >= campaignLimits.moveTries) throw error;
      await new Promise((resolve) => setTimeout(resolve, campaignLimits.moveAgainMs));
    }
}
