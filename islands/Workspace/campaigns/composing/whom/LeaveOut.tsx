import { campaignLimits } from "../../../../../contract/limits/campaigns.ts";
import type { PlanAudience } from "../../../../../contract/schemas/campaignPlan.ts";
import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { NumberField } from "../../../../_parts/fields/NumberField.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { Picker } from "./Picker.tsx";
import { SegmentPicker } from "./SegmentPicker.tsx";
import { Tokens } from "./Tokens.tsx";
import { useCampaignNames, useCollectionNames } from "./useNames.ts";
import { useSegmentNames } from "./useSegmentNames.ts";

/** Who is left out although they were named. */
export function LeaveOut({
  audience: { not },
  onChange,
}: {
  audience: PlanAudience;
  onChange: (part: Partial<PlanAudience>) => void;
}) {
  const texts = useTexts(whomTexts);
  const { draft } = useComposing();
  const names = {
    collections: useCollectionNames(),
    segments: useSegmentNames(),
    campaigns: useCampaignNames(draft.plan._id),
  };
  const change = (part: Partial<PlanAudience["not"]>) => onChange({ not: { ...not, ...part } });
  const kinds = ["collections", "segments", "campaigns"] as const;
  const tokens = kinds.flatMap((kind) =>
    names[kind].tokensOf(not[kind], (id) => change({ [kind]: not[kind].filter((other) => other !== id) })),
  );
  const add = (kind: (typeof kinds)[number]) => (id: string) => change({ [kind]: [...not[kind], id] });
  return (
    <>
      <Tokens label={texts.without} tokens={tokens}>
        <Picker
          label={texts.withoutCollection}
          options={names.collections.options(not.collections)}
          none={texts.noCollections}
          onPick={add("collections")}
        />
        <SegmentPicker
          label={texts.withoutSegment}
          chosen={not.segments}
          onChange={(segments) => change({ segments })}
        />
        <Picker
          label={texts.withoutCampaign}
          options={names.campaigns.options(not.campaigns)}
          none={texts.noCampaigns}
          onPick={add("campaigns")}
        />
      </Tokens>
      <div className="inline-fields">
        <ChoiceField
          type="checkbox"
          label={texts.recently(not.mailedWithinDays !== null)}
          checked={not.mailedWithinDays !== null}
          onChange={({ target }) => change({ mailedWithinDays: target.checked ? 7 : null })}
        />
        {not.mailedWithinDays === null ? null : (
          <NumberField
            label={texts.days}
            unit={texts.daysUnit(not.mailedWithinDays)}
            min={1}
            max={campaignLimits.mailedWithinDaysMax}
            value={not.mailedWithinDays}
            onChange={(mailedWithinDays) => change({ mailedWithinDays })}
          />
        )}
      </div>
    </>
  );
}
