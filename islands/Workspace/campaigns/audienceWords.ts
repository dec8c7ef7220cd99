import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { WatchingTexts } from "../../../contract/texts/workspace/watching.ts";
import { useCollectionNames } from "./composing/whom/useNames.ts";
import { useSegmentNames } from "./composing/whom/useSegmentNames.ts";

type Audience = NonNullable<Campaign["audience"]>;

/** Whom a campaign is for, in the words of its parts: "everyone", "newsletter", "3 leads picked by hand". */
export function useAudienceWords({ audience: words }: Pick<WatchingTexts, "audience">) {
  const collections = useCollectionNames();
  const segments = useSegmentNames();
  return (
    of: Pick<Audience, "everyone" | "collections" | "segments" | "after">,
    picked: string,
  ): string[] => [
    ...(of.everyone
      ? [words.everyone]
      : [...of.collections.map(collections.nameOf), ...of.segments.map(segments.nameOf)]),
    ...(picked === "" ? [] : [picked]),
    ...(of.after === null ? [] : [words.after[of.after]]),
  ];
}
