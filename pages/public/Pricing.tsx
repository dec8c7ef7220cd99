import { type Plan, plans } from "../../contract/plans.ts";
import type { PageProps } from "../shell/view.ts";

const questions = [
  ["When does a change of plan take effect?", "An upgrade at once, a downgrade at the next billing cycle."],
  [
    "What happens to my leads when I downgrade?",
    "All of them are kept. Those above the new limit rest until there is room again; none is deleted.",
  ],
  ["Can I try Premium first?", "Yes, for 14 days, free of charge."],
] as const;

/** Three plans and the questions people ask about them. */
export function Pricing({ facts }: PageProps) {
  return (
    <div className="band">
      <h1>Pricing</h1>
      <p className="lead-in">Start free; pay when your list outgrows it.</p>
      <div className="columns">
        {plans.map((plan) => (
          <PlanCard key={plan.key} plan={plan} supportAddress={facts.supportAddress} />
        ))}
      </div>
      <section className="faq">
        <h2>Questions</h2>
        <dl>
          {questions.map(([question, answer]) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function PlanCard({ plan, supportAddress }: { plan: Plan; supportAddress: string }) {
  const subject = encodeURIComponent(`Upgrade request: ${plan.name}`);
  return (
    <article className="card plan">
      <h2>{plan.name}</h2>
      <p className="plan-price">
        ${plan.monthlyUsd} <small>a month</small>
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {plan.monthlyUsd === 0 ? (
        <a className="button" href="/signup">
          Start free
        </a>
      ) : (
        <a className="button" data-variant="primary" href={`mailto:${supportAddress}?subject=${subject}`}>
          Upgrade to {plan.name}
        </a>
      )}
    </article>
  );
}
