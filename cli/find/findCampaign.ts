import type { Client } from "../../contract/client.ts";
import { Refusal } from "../../contract/errors.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { OutputTexts } from "../../contract/texts/terminal/output.ts";
import { pickOne } from "./pickOne.ts";

type Wanted = {
  /** Whether drafts are meant by "last" too, and what is in the archive can be named. */
  any?: boolean;
};

/**
 * A campaign by its identifier, the end of it, or "last" for the newest: of those that were sent or planned, unless any
 * is wanted.
 */
export async function findCampaign(
  client: Client,
  text: string,
  texts: OutputTexts,
  { any = false }: Wanted = {},
): Promise<Campaign> {
  const campaigns = await client("GET /amplify/campaigns");
  if (text !== "last") {
    const isThere = campaigns.some(({ _id }) => _id.endsWith(text) || _id.startsWith(text));
    const archived =
      any && !isThere ? await client("GET /amplify/campaigns", { query: { archived: "true" } }) : [];
    // Subjects repeat from week to week, so they name no campaign.
    const of = ({ _id }: Campaign) => ({ id: _id, name: "" });
    return pickOne([...campaigns, ...archived], text, { kind: "campaign", of, texts });
  }
  const newest = campaigns.find(({ state }) => any || state !== "draft");
  if (!newest) throw new Refusal("not_found", texts.find.nothingSent);
  return newest;
}
