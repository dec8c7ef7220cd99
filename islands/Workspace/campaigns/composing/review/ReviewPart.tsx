import type { CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { reviewTexts } from "../../../../../contract/texts/workspace/composing.ts";
import type { Loaded } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Badge } from "../../../../_parts/Badge.tsx";
import { Button } from "../../../../_parts/Button.tsx";
import { PlansLink } from "../../../../_parts/PlansLink.tsx";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { alike, currentChecks, placeInMail } from "../draft/currentChecks.ts";
import { useComposing } from "../draft/useDraft.ts";
import { StartButton } from "./StartButton.tsx";
import { useCheckWords } from "./useCheckWords.ts";

type Check = CampaignReview["checks"][number];

/** The last look: what to put right, what it comes to, and the start. */
export function ReviewPart({ review }: { review: Loaded<CampaignReview | null> }) {
  const texts = useTexts(reviewTexts);
  const { draft } = useComposing();
  return (
    <WhenLoaded what={texts.review} loaded={review} rows={3}>
      {(found) =>
        found === null ? null : (
          <div className="review" aria-busy={review.refreshing}>
            <Checks checks={currentChecks(found.checks, draft)} />
            <StartButton review={found} isOld={review.refreshing} />
          </div>
        )
      }
    </WhenLoaded>
  );
}

function Checks({ checks }: { checks: readonly Check[] }) {
  const texts = useTexts(reviewTexts);
  const { draft, show } = useComposing();
  const wordsOf = useCheckWords(draft.plan.steps);
  if (checks.length === 0) return <p className="all-well">{texts.allWell}</p>;
  const ordered = alike(checks).sort(([a], [b]) => Number(b.stops) - Number(a.stops));
  return (
    <>
      <h4>{texts.toLookAt(ordered.length)}</h4>
      <ul className="check-list">
        {ordered.map((group) => {
          const [check] = group;
          const { cause, reason, part, stops, stepId, variantId } = check;
          const said = wordsOf(group);
          return (
            <li key={`${cause.code} ${reason} ${stepId} ${variantId}`}>
              <Badge status={stops ? "failed" : "uncertain"}>{stops ? texts.stops : texts.worthALook}</Badge>
              <span>
                {cause.code === "plan_lacks" ? (
                  <>
                    {said} <PlansLink />
                  </>
                ) : (
                  said
                )}
              </span>
              <Button
                variant="quiet"
                aria-label={texts.showOf(said)}
                onClick={() => show(part, variantId, placeInMail(check))}
              >
                {texts.show}
              </Button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
