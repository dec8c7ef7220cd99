import { planOf } from "../../contract/plans.ts";
import { providers } from "../../contract/sending/providers.ts";
import { pricingTexts } from "../../contract/texts/pages/pricing.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";

/** The questions people ask about plans, all of them open: whoever looks for a word finds it. */
export function Questions({ supportAddress }: { supportAddress: string }) {
  const texts = useTexts(pricingTexts);
  const answers = texts.questions.answers({
    googlePerDay: providers.google.budget.perDay ?? 0,
    outlookPerDay: providers.outlook.budget.perDay ?? 0,
    freeLeads: planOf("AMFR").leadsMax ?? 0,
    premiumLeads: planOf("AMPR").leadsMax ?? 0,
  });
  return (
    <section className="faq">
      <h2>{texts.questions.title}</h2>
      <dl>
        {answers.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.questions.else}</dt>
          <dd>
            {together(texts.questions.writeTo(<a href={`mailto:${supportAddress}`}>{supportAddress}</a>))}
          </dd>
        </div>
      </dl>
    </section>
  );
}
