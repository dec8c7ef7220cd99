import { sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { ChoiceField } from "../../_parts/fields/ChoiceField.tsx";

/** What a send counts; null where its sender has not said, so that what they chose for all sends holds. */
export type TrackingWish = { trackOpens: boolean | null; trackClicks: boolean | null };

/** Whether opens and clicks of a send are counted, beginning with what one has chosen for all sends. */
export function TrackingFields({
  wish: { trackOpens, trackClicks },
  onChange,
}: {
  wish: TrackingWish;
  onChange: (part: Partial<TrackingWish>) => void;
}) {
  const texts = useTexts(sendTexts);
  const { value: tracking } = useLoad(queries.tracking());
  if (tracking?.available === false) return <p className="muted">{texts.tracking.none}</p>;
  return (
    <div className="tracking-fields">
      <ChoiceField
        type="checkbox"
        label={texts.tracking.opens}
        checked={trackOpens ?? tracking?.opens ?? true}
        onChange={(event) => onChange({ trackOpens: event.target.checked })}
      />
      <ChoiceField
        type="checkbox"
        label={texts.tracking.clicks}
        checked={trackClicks ?? tracking?.clicks ?? true}
        onChange={(event) => onChange({ trackClicks: event.target.checked })}
      />
    </div>
  );
}

/** The part of a send that says what to count. */
export function trackingOf({ trackOpens, trackClicks }: TrackingWish) {
  return {
    ...(trackOpens === null ? {} : { trackOpens }),
    ...(trackClicks === null ? {} : { trackClicks }),
  };
}
