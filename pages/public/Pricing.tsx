import { planOf, plans } from "../../contract/plans.ts";
import { pricingTexts } from "../../contract/texts/pages/pricing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { PlanCard } from "../pricing/PlanCard.tsx";
import { Questions } from "../pricing/Questions.tsx";
import type { PageProps } from "../shell/view.ts";

/** Three plans and the questions people ask about them. */
export function Pricing({ view, facts }: PageProps) {
  const texts = useTexts(pricingTexts);
  const own = view.viewer === undefined ? undefined : planOf(view.viewer.status);
  return (
    <div className="band pricing">
      <div className="pricing-head">
        <h1>{texts.title}</h1>
        <p className="lead-in">{texts.text}</p>
      </div>
      <div className="plans">
        {plans.map((plan) => (
          <PlanCard key={plan.key} plan={plan} own={own} supportAddress={facts.supportAddress} />
        ))}
      </div>
      <Questions supportAddress={facts.supportAddress} />
    </div>
  );
}
