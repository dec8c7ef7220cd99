import type { CampaignKind } from "../../../../contract/schemas/campaignPlan.ts";
import { composingTexts } from "../../../../contract/texts/workspace/composing.ts";
import { browserClient, sentenceOf } from "../../../_data/browserClient.ts";
import { queries } from "../../../_data/queries.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { goToComposing } from "./address.ts";
import { ownZone } from "./when/zones.ts";

/** Begins a campaign of one mail, or of several, and goes to where it is composed. */
export function NewCampaign() {
  const texts = useTexts(composingTexts);
  const { announce } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const beginning = useAction(async (kind: CampaignKind) => {
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
  return (
    <Menu
      variant="primary"
      disabled={beginning.running}
      items={[
        { key: "once", label: texts.begin.once, onSelect: () => beginning.run("once") },
        { key: "sequence", label: texts.begin.sequence, onSelect: () => beginning.run("sequence") },
      ]}
    >
      {texts.begin.word}
      <Icon size={14} path="M7 10l5 5 5-5" />
    </Menu>
  );
}
