import type { CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { whenTexts } from "../../../../../contract/texts/workspace/composing.ts";
import type { Loaded } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { TrackingFields } from "../../../send/TrackingFields.tsx";
import { useComposing } from "../draft/useDraft.ts";
import { AccountsField } from "./AccountsField.tsx";
import { ForecastLine } from "./ForecastLine.tsx";
import { HoursFields } from "./HoursFields.tsx";
import { StartFields } from "./StartFields.tsx";
import { StopFields } from "./StopFields.tsx";

/** From which accounts it goes, when it begins, in which hours, and what ends it for somebody. */
export function WhenPart({ review }: { review: Loaded<CampaignReview | null> }) {
  const texts = useTexts(whenTexts);
  const { draft, saver, isFixed, isClosed } = useComposing();
  const { plan } = draft;
  return (
    <>
      <fieldset className="plain-set" disabled={isFixed}>
        <legend className="visually-hidden">{texts.fromWhere}</legend>
        <AccountsField />
        <StartFields />
      </fieldset>
      <fieldset className="plain-set" disabled={isClosed}>
        <legend className="visually-hidden">{texts.hours}</legend>
        <HoursFields />
      </fieldset>
      <fieldset className="plain-set" disabled={isFixed}>
        <legend className="visually-hidden">{texts.counted}</legend>
        <section className="choice-group">
          <h4>{texts.counted}</h4>
          <TrackingFields
            wish={{ trackOpens: plan.trackOpens, trackClicks: plan.trackClicks }}
            onChange={(part) => saver.change(part)}
          />
        </section>
      </fieldset>
      {plan.kind === "sequence" ? (
        <fieldset className="plain-set" disabled={isClosed}>
          <legend className="visually-hidden">{texts.stops}</legend>
          <StopFields />
        </fieldset>
      ) : null}
      <ForecastLine review={review} />
    </>
  );
}
