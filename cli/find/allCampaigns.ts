import type { Client } from "../../contract/client.ts";
import { campaignLimits } from "../../contract/limits/campaigns.ts";
import type { Campaign, CampaignSort } from "../../contract/schemas/campaign.ts";
import type { PlanState } from "../../contract/schemas/campaignPlan.ts";

type Asked = {
  state?: PlanState;
  search?: string;
  archived?: "true";
  sort?: CampaignSort;
  desc?: "true" | "false";
};

/** All campaigns that are asked for, page after page. */
export async function allCampaigns(client: Client, asked: Asked): Promise<Campaign[]> {
  const pageSize = campaignLimits.pageMax;
  const all: Campaign[] = [];
  for (let page = 1; ; page += 1) {
    const found = await client("GET /amplify/campaigns", { query: { ...asked, page, pageSize } });
    all.push(...found);
    if (found.length < pageSize) return all;
  }
}
