import { useState } from "react";
import { composingLimits } from "../../../../../contract/limits/composing.ts";
import type { AudienceCount as Counted, PlanAudience } from "../../../../../contract/schemas/campaignPlan.ts";
import { whomTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { useDebounced } from "../../../../_data/useDebounced.ts";
import { useLoad } from "../../../../_data/useLoad.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { useWords } from "../../../../_data/useWords.ts";
import { Icon } from "../../../../_parts/Icon.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { PlansLink } from "../../../../_parts/PlansLink.tsx";
import { together } from "../../../../_parts/together.ts";
import { WhenLoaded } from "../../../../_parts/WhenLoaded.tsx";
import { MayBeOld } from "../../../segments/MayBeOld.tsx";
import { namesSomebody } from "../draft/audience.ts";
import { composingQuestions } from "../draft/questions.ts";
import { LeftOutDialog } from "./LeftOutDialog.tsx";

type Left = Counted["left"][number];

/** How many it reaches, counted while it is being chosen, and everybody whom it does not by why. */
export function AudienceCount({ audience }: { audience: PlanAudience }) {
  const texts = useTexts(whomTexts);
  if (!namesSomebody(audience)) return <p className="muted">{texts.chooseFirst}</p>;
  return <Counting audience={audience} />;
}

function Counting({ audience }: { audience: PlanAudience }) {
  const texts = useTexts(whomTexts);
  const settled = useDebounced(JSON.stringify(audience), composingLimits.countAfterMs);
  const asked = JSON.parse(settled) as PlanAudience;
  const counted = useLoad(composingQuestions.audience(asked));
  const [looked, setLooked] = useState<Left | null>(null);
  const isOld = counted.refreshing || settled !== JSON.stringify(audience);
  return (
    <div className="audience" aria-busy={isOld}>
      <WhenLoaded what={texts.audience} loaded={counted} rows={2}>
        {({ recipients, left, broken }) => (
          <>
            <p className="audience-count" role="status">
              {together(texts.reached({ count: recipients, strong: (words) => <strong>{words}</strong> }))}
            </p>
            <MayBeOld loaded={counted}>{texts.mayBeOld}</MayBeOld>
            <Broken broken={broken} />
            {left.length === 0 ? null : <LeftList left={left} onLook={setLooked} />}
          </>
        )}
      </WhenLoaded>
      <LeftOutDialog audience={asked} left={looked} onClose={() => setLooked(null)} />
    </div>
  );
}

function LeftList({ left, onLook }: { left: readonly Left[]; onLook: (left: Left) => void }) {
  const texts = useTexts(whomTexts);
  const words = useWords();
  const count = left.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <p className="muted">{texts.leftOut(count)}</p>
      <ul className="left-out">
        {left.map((one) => (
          <li key={`${one.cause.code} ${one.excludedId ?? one.reason}`}>
            <button type="button" onClick={() => onLook(one)}>
              <span className="left-count">{texts.count(one.count)}</span>
              <span>{words(one.cause, one.reason)}</span>
              <Icon size={14} path="M9 5l7 7-7 7" />
            </button>
            {one.cause.code.includes("plan") ? <PlansLink /> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function Broken({ broken }: { broken: Counted["broken"] }) {
  const words = useWords();
  return broken.map(({ cause, reason }) => (
    <Notice key={`${cause.code} ${reason}`} status="uncertain">
      {words(cause, reason)}
    </Notice>
  ));
}
