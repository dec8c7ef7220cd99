import type { CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { reviewTexts } from "../../../../../contract/texts/workspace/composing.ts";
import type { Loaded } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useWords } from "../../../../_data/useWords.ts";
import { Badge } from "../../../../_parts/Badge.tsx";
import { Button } from "../../../../_parts/Button.tsx";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { StartButton } from "./StartButton.tsx";

type Check = CampaignReview["checks"][number];

/** The last look: what to put right, what it comes to, and the start. */
export function ReviewPart({ review }: { review: Loaded<CampaignReview | null> }) {
  const texts = useTexts(reviewTexts);
  return (
    <WhenLoaded what={texts.review} loaded={review} rows={3}>
      {(found) =>
        found === null ? null : (
          <div className="review" aria-busy={review.refreshing}>
            <Checks checks={found.checks} />
            <StartButton review={found} isOld={review.refreshing} />
          </div>
        )
      }
    </WhenLoaded>
  );
}

function Checks({ checks }: { checks: readonly Check[] }) {
  const texts = useTexts(reviewTexts);
  const words = useWords();
  const { show } = useComposing();
  if (checks.length === 0) return <p className="all-well">{texts.allWell}</p>;
  const ordered = [...checks].sort((a, b) => Number(b.stops) - Number(a.stops));
  return (
    <>
      <h4>{texts.toLookAt(checks.length)}</h4>
      <ul className="check-list">
        {ordered.map(({ cause, reason, part, stops, stepId, variantId }) => {
          const said = words(cause, reason);
          return (
            <li key={`${cause.code} ${reason} ${stepId} ${variantId}`}>
              <Badge status={stops ? "failed" : "uncertain"}>{stops ? texts.stops : texts.worthALook}</Badge>
              <span>{said}</span>
              <Button variant="quiet" aria-label={texts.showOf(said)} onClick={() => show(part, variantId)}>
                {texts.show}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
