import { campaignName } from "../../contract/campaigns/campaignName.ts";
import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { CampaignKind } from "../../contract/schemas/campaignPlan.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { isPartOf, pickOne } from "./pickOne.ts";

type Wanted = {
  /** Whether "last" may be a draft, and archived campaigns can be named. */
  any?: boolean;
  /** Only campaigns of this kind are meant, as `amplify sequences` has none but sequences. */
  kind?: CampaignKind | undefined;
};

/**
 * A campaign by its name or identifier, the beginning of either or the end of an identifier if that is unambiguous, or
 * "last" for the newest, leaving out drafts unless `any` is set.
 */
export async function findCampaign(
  client: Client,
  text: string,
  texts: OutputTexts,
  { any = false, kind }: Wanted = {},
): Promise<Campaign> {
  const ofKind = (all: Campaign[]) => (kind === undefined ? all : all.filter((one) => one.kind === kind));
  const named = kind === "sequence" ? "sequence" : "campaign";
  const campaigns = ofKind(await client("GET /amplify/campaigns"));
  if (text !== "last") {
    const wanted = text.trim().toLowerCase();
    const isThere = campaigns.some((one) => isPartOf(one._id, wanted) || isCalled(one, wanted));
    const archived =
      any && !isThere ? await client("GET /amplify/campaigns", { query: { archived: "true" } }) : [];
    // Names may repeat from week to week; then a campaign has to be named by its identifier.
    const of = (one: Campaign) => ({
      id: one._id,
      name: one.name.toLowerCase() === wanted ? one.name : campaignName(one),
      begins: namesOf(one),
    });
    return pickOne([...campaigns, ...ofKind(archived)], text, { kind: named, of, texts });
  }
  const newest = campaigns.find(({ state }) => any || state !== "draft");
  if (!newest)
    throw new Refusal(
      "not_found",
      named === "sequence" ? texts.find.sequence.none(text) : texts.find.nothingSent,
    );
  return newest;
}

/** Whether it has this name, as it was entered or as it is listed. */
function isCalled(campaign: Campaign, wanted: string): boolean {
  return namesOf(campaign).some((name) => name.toLowerCase() === wanted);
}

function namesOf(campaign: Campaign): string[] {
  return [campaign.name, campaignName(campaign)];
}
