import type { PlanAudience } from "../../../../../contract/schemas/campaignPlan.ts";
import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { ChoiceField } from "../../../../_parts/fields/ChoiceField.tsx";
import { PlanEnd } from "../../../../_parts/PlanEnd.tsx";
import { useMayUse } from "../../useMayUse.ts";
import { namesSomebody } from "../draft/audience.ts";
import { useComposing } from "../draft/useDraft.ts";
import { AudienceCount } from "./AudienceCount.tsx";
import { LeaveOut } from "./LeaveOut.tsx";
import { PeopleChoice } from "./PeopleChoice.tsx";

/** Whom it is for: everyone or some, who of them is left out, and how many that leaves. */
export function WhomPart() {
  const texts = useTexts(whomTexts);
  const { draft, saver, isFixed, isClosed } = useComposing();
  const mayTakeIn = useMayUse("automation");
  const { audience, kind } = draft.plan;
  if (isFixed && !namesSomebody(audience)) return <p className="muted">{texts.sentTo}</p>;
  const change = (part: Partial<PlanAudience>) => saver.change({ audience: { ...audience, ...part } });
  return (
    <>
      <fieldset className="plain-set" disabled={isFixed}>
        <legend className="visually-hidden">{texts.who}</legend>
        <div className="choices-field" role="radiogroup" aria-label={texts.who}>
          <ChoiceField
            type="radio"
            name="everyone"
            label={texts.some}
            checked={!audience.everyone}
            onChange={() => change({ everyone: false })}
          />
          <ChoiceField
            type="radio"
            name="everyone"
            label={texts.everyone}
            checked={audience.everyone}
            onChange={() => change({ everyone: true })}
          />
        </div>
        {audience.everyone ? null : <PeopleChoice audience={audience} onChange={change} />}
        <LeaveOut audience={audience} onChange={change} />
      </fieldset>
      {kind === "sequence" ? (
        <div>
          <ChoiceField
            type="checkbox"
            label={texts.joinLater}
            // Taking nobody in any more is what ends a sequence that has no end of its own.
            disabled={isClosed || !(mayTakeIn || audience.joinLater)}
            checked={audience.joinLater}
            onChange={({ target }) => change({ joinLater: target.checked })}
          />
          {mayTakeIn ? null : <PlanEnd>{texts.joinLaterIsEnterprise}</PlanEnd>}
        </div>
      ) : null}
      <AudienceCount audience={audience} />
    </>
  );
}
