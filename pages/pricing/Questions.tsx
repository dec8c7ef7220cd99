import { planOf } from "../../contract/plans.ts";
import { providers } from "../../contract/sending/providers.ts";

const free = planOf("AMFR");
const premium = planOf("AMPR");
const number = (value: number | null) => (value ?? 0).toLocaleString("en-US");

const questions: readonly (readonly [question: string, answer: string])[] = [
  [
    "What counts as a lead?",
    "One address. Somebody who is in five collections is one lead, and so is somebody who opted out and whom you keep.",
  ],
  [
    "How many mails may I send?",
    `As many as your accounts allow. Amplify knows the limits of the providers, ${number(providers.google.budget.perDay)} a day for a personal Google account and ${number(providers.outlook.budget.perDay)} for Microsoft 365, and keeps to them by itself. You can set lower ones. A campaign that does not fit into today goes on tomorrow.`,
  ],
  [
    "What happens at the limit of leads?",
    `An import adds what fits and says how many did not. Nothing you have is deleted, and sending to the ${number(free.leadsMax)} or ${number(premium.leadsMax)} you have goes on as before.`,
  ],
  [
    "How do I upgrade?",
    "The button opens a mail to us with the subject filled in. We answer with how to pay and change your plan; it takes effect immediately.",
  ],
  [
    "And if I downgrade?",
    "It takes effect at the next billing cycle. Leads above the new limit are kept and rest: they get no mail, but you can look at them, export them or delete them, and they are back when there is room again.",
  ],
  ["Can I try Premium first?", "Yes, for 14 days, free of charge. Say so in the mail that the button opens."],
  [
    "Is everything on the cards ready today?",
    "Collections, import, templates, campaigns, the ledger, the terminal and the API are. Some of what Premium and Enterprise list is done with you rather than by a button: branding, onboarding, integrations. If you upgrade for the sake of one line, ask us about it first and we tell you how it stands.",
  ],
  [
    "I run Amplify on my own server. Which plan do I need?",
    "None. AMPLIFY_PLANS=off turns the limits off; whoever runs an installation decides about its plans.",
  ],
];

/** The questions people ask about plans, all of them open: whoever looks for a word finds it. */
export function Questions({ supportAddress }: { supportAddress: string }) {
  return (
    <section className="faq">
      <h2>Questions</h2>
      <dl>
        {questions.map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
        <div>
          <dt>Something else?</dt>
          <dd>
            Write to <a href={`mailto:${supportAddress}`}>{supportAddress}</a>.
          </dd>
        </div>
      </dl>
    </section>
  );
}
