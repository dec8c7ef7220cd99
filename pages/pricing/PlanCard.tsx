import type { Plan } from "../../contract/plans.ts";
import { type PricingTexts, pricingTexts } from "../../contract/texts/pages/pricing.ts";
import { planTexts } from "../../contract/texts/plans.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";

type PlanCardProps = {
  plan: Plan;
  /** The plan of who is looking; undefined for a visitor. */
  own: Plan | undefined;
  supportAddress: string;
};

/** One plan: its price, what comes with it, and the way to it. */
export function PlanCard({ plan, own, supportAddress }: PlanCardProps) {
  const texts = useTexts(pricingTexts);
  const names = useTexts(planTexts);
  return (
    <article className="plan" data-first={plan.key === "premium" ? true : undefined}>
      <h2>{names[plan.key]}</h2>
      <p className="plan-price">
        ${plan.monthlyUsd}
        <small>{plan.monthlyUsd === 0 ? texts.card.free : texts.card.aMonth}</small>
      </p>
      <PlanAction plan={plan} own={own} supportAddress={supportAddress} />
      <ul className="plan-features">
        {texts.features[plan.key].map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </article>
  );
}

function PlanAction({ plan, own, supportAddress }: PlanCardProps) {
  const texts = useTexts(pricingTexts);
  const name = useTexts(planTexts)[plan.key];
  if (own?.key === plan.key) return <p className="plan-own">{texts.card.own}</p>;
  if (own === undefined && plan.monthlyUsd === 0)
    return (
      <a className="button" data-size="large" href="/signup">
        {texts.card.start}
      </a>
    );
  const isUpgrade = own === undefined || plan.monthlyUsd > own.monthlyUsd;
  return (
    <a
      className="button"
      data-size="large"
      data-variant={plan.key === "premium" ? "primary" : undefined}
      href={mailDraft({ name, isUpgrade, supportAddress }, texts)}
    >
      {isUpgrade ? texts.card.upgradeTo(name) : texts.card.changeTo(name)}
    </a>
  );
}

/** A draft that says what is wanted and leaves room for the one thing the reader needs to know (RFC 6068). */
function mailDraft(
  {
    name,
    isUpgrade,
    supportAddress,
  }: {
    name: string;
    isUpgrade: boolean;
    supportAddress: string;
  },
  texts: PricingTexts,
): string {
  const subject = isUpgrade ? texts.card.upgradeSubject(name) : texts.card.changeSubject(name);
  const body = texts.card.draft(name);
  return `mailto:${supportAddress}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
