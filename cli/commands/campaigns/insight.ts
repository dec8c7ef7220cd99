import type { Client } from "../../../contract/client.ts";
import { Refusal } from "../../../contract/errors.ts";
import type {
  CampaignBreakdown,
  CampaignCause,
  CampaignPicture,
  CampaignTimes,
} from "../../../contract/schemas/campaignInsight.ts";

export type Insight = {
  picture: CampaignPicture | null;
  times: CampaignTimes | null;
  domains: CampaignBreakdown | null;
  causes: CampaignCause[] | null;
};

/** The results of a campaign, as far as its server and its plan have them: an older server lacks some. */
export async function askInsight(client: Client, id: string): Promise<Insight> {
  const params = { id };
  const [picture, times, domains, causes] = await Promise.all([
    ifTold(client("GET /amplify/campaigns/{id}/picture", { params, query: {} })),
    ifTold(client("GET /amplify/campaigns/{id}/times", { params, query: {} })),
    ifTold(client("GET /amplify/campaigns/{id}/breakdown", { params, query: { by: "domain" } })),
    ifTold(client("GET /amplify/campaigns/{id}/causes", { params })),
  ]);
  return { picture, times, domains, causes };
}

async function ifTold<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal && (error.code === "not_found" || error.code === "plan_limit")) return null;
    throw error;
  }
}
