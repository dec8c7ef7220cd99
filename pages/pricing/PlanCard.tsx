import type { Plan } from "../../contract/plans.ts";

type PlanCardProps = {
  plan: Plan;
  /** The plan of who is looking; undefined for a visitor. */
  own: Plan | undefined;
  supportAddress: string;
};

/** One plan: its price, what comes with it, and the way to it. */
export function PlanCard({ plan, own, supportAddress }: PlanCardProps) {
  return (
    <article className="plan" data-first={plan.key === "premium" ? true : undefined}>
      <h2>{plan.name}</h2>
      <p className="plan-price">
        ${plan.monthlyUsd}
        <small>{plan.monthlyUsd === 0 ? "for as long as you like" : "a month"}</small>
      </p>
      <PlanAction plan={plan} own={own} supportAddress={supportAddress} />
      <ul className="plan-features">
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </article>
  );
}

function PlanAction({ plan, own, supportAddress }: PlanCardProps) {
  if (own?.key === plan.key) return <p className="plan-own">This is your plan</p>;
  if (own === undefined && plan.monthlyUsd === 0)
    return (
      <a className="button" data-size="large" href="/signup">
        Start free
      </a>
    );
  const isUpgrade = own === undefined || plan.monthlyUsd > own.monthlyUsd;
  return (
    <a
      className="button"
      data-size="large"
      data-variant={plan.key === "premium" ? "primary" : undefined}
      href={mailDraft({ plan, isUpgrade, supportAddress })}
    >
      {isUpgrade ? "Upgrade to" : "Change to"} {plan.name}
    </a>
  );
}

/** A draft that says what is wanted and leaves room for the one thing the reader needs to know (RFC 6068). */
function mailDraft({
  plan,
  isUpgrade,
  supportAddress,
}: {
  plan: Plan;
  isUpgrade: boolean;
  supportAddress: string;
}): string {
  const subject = `${isUpgrade ? "Upgrade request" : "Change of plan"}: ${plan.name}`;
  const body = `Please move my account to the ${plan.name} plan.\r\n\r\nI sign in with this e-mail address: `;
  return `mailto:${supportAddress}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
