import { campaignName } from "../../contract/campaigns/campaignName.ts";
import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { isPartOf, pickOne } from "./pickOne.ts";

type Wanted = {
  /** Whether drafts are meant by "last" too, and what is in the archive can be named. */
  any?: boolean;
};

/**
 * A campaign by its name, its identifier, the beginning of either where it means one alone, the end of an identifier, or "last" for
 * the newest: of those that were sent or planned, unless any is wanted.
 */
export async function findCampaign(
  client: Client,
  text: string,
  texts: OutputTexts,
  { any = false }: Wanted = {},
): Promise<Campaign> {
  const campaigns = await client("GET /amplify/campaigns");
  if (text !== "last") {
    const wanted = text.trim().toLowerCase();
    const isThere = campaigns.some((one) => isPartOf(one._id, wanted) || isCalled(one, wanted));
    const archived =
      any && !isThere ? await client("GET /amplify/campaigns", { query: { archived: "true" } }) : [];
    // Names repeat from week to week as well; then the newest of them has to be told by its identifier.
    const of = (one: Campaign) => ({
      id: one._id,
      name: one.name.toLowerCase() === wanted ? one.name : campaignName(one),
      begins: namesOf(one),
    });
    return pickOne([...campaigns, ...archived], text, { kind: "campaign", of, texts });
  }
  const newest = campaigns.find(({ state }) => any || state !== "draft");
  if (!newest) throw new Refusal("not_found", texts.find.nothingSent);
  return newest;
}

/** By its name as it was written, or as it is listed. */
function isCalled(campaign: Campaign, wanted: string): boolean {
  return namesOf(campaign).some((name) => name.toLowerCase() === wanted);
}

function namesOf(campaign: Campaign): string[] {
  return [campaign.name, campaignName(campaign)];
}
