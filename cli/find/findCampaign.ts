import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { pickOne } from "./pickOne.ts";

/** A campaign by its identifier, the end of it, or "last" for the newest. */
export async function findCampaign(client: Client, text: string, texts: OutputTexts): Promise<Campaign> {
  const campaigns = await client("GET /amplify/campaigns");
  if (text !== "last")
    // Subjects repeat from week to week, so they name no campaign.
    return pickOne(campaigns, text, { kind: "campaign", of: ({ _id }) => ({ id: _id, name: "" }), texts });
  const [newest] = campaigns;
  if (!newest) throw new Refusal("not_found", texts.find.nothingSent);
  return newest;
}
