import type { CampaignKind } from "../../../../contract/schemas/campaignPlan.ts";
import { browserClient, sentenceOf } from "../../../_data/browserClient.ts";
import { personalStorage } from "../../../_data/personalStorage.ts";
import { queries } from "../../../_data/queries.ts";
import { type Action, useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { goToComposing } from "./address.ts";
import { ownZone } from "./when/zones.ts";

/** Begins a campaign of one mail, or of several, and goes to where it is composed. */
export function useBeginCampaign(): Action<[CampaignKind]> {
  const { announce, person } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  return useAction(async (kind: CampaignKind) => {
    try {
      const left = lastBegun.read(person.uid);
      if (left?.kind === kind && (await isUntouched(left))) return goToComposing(left.id);
      const { _id: id, version } = await browserClient("POST /amplify/campaigns", { body: { kind } });
      // What there is no choice about is chosen already; where that fails, it is chosen on its page.
      const [only, ...others] = credentials.value ?? [];
      const accounts = only === undefined || others.length > 0 ? [] : [only._id];
      const body = { version, zone: ownZone(), accounts };
      const begun = await browserClient("PUT /amplify/campaigns/{id}/plan", { params: { id }, body }).catch(
        () => null,
      );
      if (begun !== null) lastBegun.keep(person.uid, { kind, id, version: begun.version });
      goToComposing(id);
    } catch (error) {
      announce("failed", sentenceOf(error));
      throw error;
    }
  });
}

type Begun = { kind: CampaignKind; id: string; version: number };

/** The draft that this tab began last. Whoever left it without a word in it goes on in it, and leaves no empty ones behind. */
const lastBegun = personalStorage<Begun>({
  storage: "sessionStorage",
  key: "lastBegunCampaign",
  isValue: (left): left is Begun => left.id !== undefined && left.version !== undefined,
});

async function isUntouched({ id, version }: Begun): Promise<boolean> {
  const plan = await browserClient("GET /amplify/campaigns/{id}/plan", { params: { id } }).catch(() => null);
  // A mail has a version of its own, and is in no list before something is written in it.
  return plan !== null && plan.state === "draft" && plan.version === version && plan.mails.length === 0;
}
