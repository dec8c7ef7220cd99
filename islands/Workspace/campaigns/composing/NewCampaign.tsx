import type { CampaignKind } from "../../../../contract/schemas/campaignPlan.ts";
import { composingTexts } from "../../../../contract/texts/workspace/composing.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { goToComposing } from "./address.ts";

/** Begins a campaign of one mail, or of several, and goes to where it is composed. */
export function NewCampaign() {
  const texts = useTexts(composingTexts);
  const { announce } = useWorkspace();
  const beginning = useAction(async (kind: CampaignKind) => {
    try {
      const plan = await browserClient("POST /amplify/campaigns", { body: { kind } });
      goToComposing(plan._id);
    } catch (error) {
      announce("failed", error instanceof Error ? error.message : "");
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
