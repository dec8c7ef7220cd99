import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useAudienceWords } from "../audienceWords.ts";
import { useCampaignNames, useCollectionNames } from "../composing/whom/useNames.ts";
import { useSegmentNames } from "../composing/whom/useSegmentNames.ts";
import { watched } from "../questions.ts";

/** Whom a campaign is for, and who was left out by name. */
export function AudienceLine({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(watchingTexts);
  const words = useAudienceWords(texts);
  const plan = useLoad(watched.plan(campaign._id));
  const collections = useCollectionNames();
  const segments = useSegmentNames();
  const campaigns = useCampaignNames(campaign._id);
  if (plan.value === undefined) return null;
  const { audience } = plan.value;
  const named = (ids: readonly string[], { nameOf }: typeof collections) => ids.map(nameOf);
  const { everyone, leads, after } = audience;
  const to = words(
    {
      everyone,
      collections: audience.collections,
      segments: audience.segments,
      after: after?.unless ?? null,
    },
    leads.length === 0 ? "" : texts.audience.picked(leads.length),
  );
  const without = [
    ...named(audience.not.collections, collections),
    ...named(audience.not.segments, segments),
    ...named(audience.not.campaigns, campaigns),
  ];
  if (to.length === 0) return null;
  return (
    <p className="campaign-summary">
      {texts.audience.line({ to: to.join(", "), without: without.join(", ") })}
      {audience.joinLater ? texts.audience.joinLater : ""}
    </p>
  );
}
