import { campaignName } from "../../../../../contract/campaigns/campaignName.ts";
import type { PlanAudience } from "../../../../../contract/schemas/campaignPlan.ts";
import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { queries } from "../../../../_data/queries.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Picker } from "./Picker.tsx";
import { SegmentPicker } from "./SegmentPicker.tsx";
import { type Token, Tokens } from "./Tokens.tsx";
import { useCollectionNames } from "./useNames.ts";
import { useSegmentNames } from "./useSegmentNames.ts";

/** The collections, segments and picked leads that a campaign goes to. Everybody is mailed once, however often named. */
export function PeopleChoice({
  audience,
  onChange,
}: {
  audience: PlanAudience;
  onChange: (part: Partial<PlanAudience>) => void;
}) {
  const texts = useTexts(whomTexts);
  const names = useCollectionNames();
  const segmentNames = useSegmentNames();
  const afterWords = useAfterWords(audience.after);
  const without = (list: readonly string[], id: string) => list.filter((other) => other !== id);
  const { collections, segments, leads, after } = audience;
  const tokens: Token[] = [
    ...names.tokensOf(collections, (id) => onChange({ collections: without(collections, id) })),
    ...segmentNames.tokensOf(segments, (id) => onChange({ segments: without(segments, id) })),
    ...(leads.length === 0
      ? []
      : [{ key: "leads", label: texts.picked(leads.length), onRemove: () => onChange({ leads: [] }) }]),
    ...(after === null
      ? []
      : [{ key: "after", label: afterWords, onRemove: () => onChange({ after: null }) }]),
  ];
  return (
    <div className="people-choice">
      <Tokens label={texts.to} tokens={tokens}>
        <Picker
          label={texts.addCollection}
          options={names.options(collections)}
          none={texts.noCollections}
          onPick={(id) => onChange({ collections: [...collections, id] })}
        />
        <SegmentPicker
          label={texts.addSegment}
          chosen={segments}
          onChange={(ids) => onChange({ segments: ids })}
        />
      </Tokens>
      {after === null ? null : <p className="muted">{texts.afterNote[after.unless]}</p>}
    </div>
  );
}

/** "Whoever did not open Spring news". */
function useAfterWords(after: PlanAudience["after"]): string {
  const texts = useTexts(whomTexts);
  const campaigns = useLoad(queries.everyCampaign());
  if (after === null) return "";
  const found = campaigns.value?.find(({ _id }) => _id === after.campaignId);
  return texts.after({ unless: after.unless, name: (found && campaignName(found)) || texts.thatCampaign });
}
