import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { PlanAudience } from "../../../../contract/schemas/campaignPlan.ts";
import { type WatchingTexts, watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useCampaignNames, useCollectionNames } from "../composing/whom/useNames.ts";
import { useSegmentNames } from "../composing/whom/useSegmentNames.ts";
import { watched } from "../questions.ts";

/** Whom a campaign is for, and who was left out by name. */
export function AudienceLine({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(watchingTexts);
  const plan = useLoad(watched.plan(campaign._id));
  const collections = useCollectionNames();
  const segments = useSegmentNames();
  const campaigns = useCampaignNames(campaign._id);
  if (plan.value === undefined) return null;
  const { audience } = plan.value;
  const named = (ids: readonly string[], { nameOf }: typeof collections) => ids.map(nameOf);
  const to = toOf(audience, texts, [
    ...named(audience.collections, collections),
    ...named(audience.segments, segments),
  ]);
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

function toOf(
  { everyone, leads, after }: Omit<PlanAudience, "after"> & { after?: PlanAudience["after"] | undefined },
  { audience }: WatchingTexts,
  names: readonly string[],
): string[] {
  return [
    ...(everyone ? [audience.everyone] : names),
    ...(leads.length === 0 ? [] : [audience.picked(leads.length)]),
    ...(after ? [audience.after[after.unless]] : []),
  ];
}
