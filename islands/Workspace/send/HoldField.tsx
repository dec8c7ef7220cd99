import { useId } from "react";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { readSetting, useSetting } from "../../_data/setting.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { LineSelect } from "../../_parts/fields/LineSelect.tsx";

const choices = campaignLimits.holdSendChoices.map(String);

/**
 * For how long a send can be undone: ten seconds are few for whoever reads, moves or aims slowly (WCAG 2.2.1). This browser
 * remembers it for the sends to come.
 */
export function HoldField() {
  const { held } = useTexts(sendTexts);
  const id = useId();
  const [chosen, choose] = useSetting("undoSeconds");
  return (
    <div className="tracking-fields">
      <label htmlFor={id}>{held.offeredFor}</label>
      <LineSelect
        id={id}
        label={held.offeredFor}
        value={choices.includes(chosen) ? chosen : String(campaignLimits.holdSendSeconds)}
        options={choices.map((value) => ({ value, text: held.span(Number(value)) }))}
        onChange={choose}
      />
    </div>
  );
}

/** In seconds. */
export function chosenHold(): number {
  const chosen = readSetting("undoSeconds");
  return choices.includes(chosen) ? Number(chosen) : campaignLimits.holdSendSeconds;
}
