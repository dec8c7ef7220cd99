import { campaignLimits } from "../../../../../contract/limits/campaigns.ts";
import type { CampaignStep, StepCondition } from "../../../../../contract/schemas/campaignPlan.ts";
import { whatTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { LineSelect } from "../../../../_parts/fields/LineSelect.tsx";
import { DelayField } from "./DelayField.tsx";
import { LinkField } from "./LinkField.tsx";

const kinds = ["always", "notOpened", "notClicked", "clicked"] as const satisfies StepCondition["kind"][];

/** "3 days later, to whoever did not open it": as a sentence with its places to fill in. */
export function StepTiming({
  step,
  onChange,
}: {
  step: CampaignStep;
  onChange: (step: CampaignStep) => void;
}) {
  const texts = useTexts(whatTexts);
  const { condition } = step;
  return (
    <div className="inline-fields">
      <DelayField
        label={texts.delay}
        minutes={step.delayMinutes}
        minMinutes={0}
        maxMinutes={campaignLimits.delayMaxMinutes}
        onChange={(delayMinutes) => onChange({ ...step, delayMinutes })}
      />
      <span>{texts.laterTo}</span>
      <LineSelect
        label={texts.condition}
        value={condition.kind}
        options={kinds.map((kind) => ({ value: kind, text: texts.conditions[kind] }))}
        onChange={(kind) =>
          onChange({ ...step, condition: kind === "clicked" ? { kind, link: null } : { kind } })
        }
      />
      {condition.kind === "clicked" ? (
        <LinkField
          stepId={step.id}
          link={condition.link}
          onChange={(link) => onChange({ ...step, condition: { kind: "clicked", link } })}
        />
      ) : null}
    </div>
  );
}
