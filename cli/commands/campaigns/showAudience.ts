import type { Client } from "../../../contract/client.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { Output } from "../../output.ts";

/** A campaign's audience: "To        customers, Asleep". Names are loaded only if it refers to any. */
export async function showAudience(
  output: Output,
  client: Client,
  { audience }: Pick<Campaign, "audience">,
): Promise<void> {
  if (audience === null) return;
  const texts = output.texts(campaignTexts).show.audience;
  const { everyone, collections, segments, more, picked, after } = audience;
  const lists = [
    collections.length > 0 ? await client("GET /amplify/collections") : [],
    segments.length > 0 ? await client("GET /amplify/segments") : [],
  ];
  const names = new Map(lists.flat().map(({ _id, name }) => [_id, name]));
  const named = [...collections, ...segments].map((id) => names.get(id) ?? texts.gone);
  const to = [
    ...(everyone ? [texts.everyone] : named),
    ...(more > 0 && !everyone ? [texts.more(more)] : []),
    ...(picked ? [texts.picked] : []),
    ...(after === null ? [] : [texts.after[after]]),
  ];
  if (to.length > 0) output.line(texts.to(to.join(", ")));
}
