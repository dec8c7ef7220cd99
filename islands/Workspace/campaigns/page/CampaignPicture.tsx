import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { Picture } from "../picture/Picture.tsx";
import { watched } from "../questions.ts";

/** The bars of a campaign, each mail in its place where there are not too many. */
export function CampaignPicture({ campaign }: { campaign: Campaign }) {
  const { value, state } = useLoad(watched.picture(campaign));
  return <Picture campaign={campaign} picture={value} isLoading={state === "loading"} />;
}
