import { planOf, plans } from "../../contract/plans.ts";
import { PlanCard } from "../pricing/PlanCard.tsx";
import { Questions } from "../pricing/Questions.tsx";
import type { PageProps } from "../shell/view.ts";

/** Three plans and the questions people ask about them. */
export function Pricing({ view, facts }: PageProps) {
  const own = view.viewer === undefined ? undefined : planOf(view.viewer.status);
  return (
    <div className="band pricing">
      <div className="pricing-head">
        <h1>Start free. Pay when your list outgrows it.</h1>
        <p className="lead-in">
          Plans differ in how many leads you keep and in what comes with them. How much you may send is up to
          your own mail accounts, not to us.
        </p>
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
