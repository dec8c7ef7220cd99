import type { CampaignKind } from "../../../../contract/schemas/campaignPlan.ts";
import { browserClient, sentenceOf } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { type Action, useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { goToComposing } from "./address.ts";
import { ownZone } from "./when/zones.ts";

/** Begins a campaign of one mail, or of several, and goes to where it is composed. */
export function useBeginCampaign(): Action<[CampaignKind]> {
  const { announce } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  return useAction(async (kind: CampaignKind) => {
    try {
      const { _id: id, version } = await browserClient("POST /amplify/campaigns", { body: { kind } });
      // What there is no choice about is chosen already; where that fails, it is chosen on its page.
      const [only, ...others] = credentials.value ?? [];
      const accounts = only === undefined || others.length > 0 ? [] : [only._id];
      const body = { version, zone: ownZone(), accounts };
      await browserClient("PUT /amplify/campaigns/{id}/plan", { params: { id }, body }).catch(() => {});
      goToComposing(id);
    } catch (error) {
      announce("failed", sentenceOf(error));
      throw error;
    }
  });
}
