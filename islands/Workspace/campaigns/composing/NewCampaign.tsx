import { composingTexts } from "../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Icon } from "../../../_parts/Icon.tsx";
import { Menu } from "../../../_parts/Menu.tsx";
import { useBeginCampaign } from "./useBeginCampaign.ts";

/** Asks whether a campaign of one mail or of several begins. */
export function NewCampaign() {
  const texts = useTexts(composingTexts);
  const beginning = useBeginCampaign();
  return (
    <Menu
      variant="primary"
      aria-disabled={beginning.running}
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
