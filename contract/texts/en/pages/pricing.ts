import { grouped } from "../../../sentences/en/words.ts";
import type { Parts } from "../../language.ts";

/** What is said of plans. */
export const pricing = {
  title: "Start free. Pay when your list outgrows it.",
  text: "Plans differ in how many leads you keep and in what comes with them. How much you may send is up to your own mail accounts, not to us.",
  card: {
    free: "for as long as you like",
    aMonth: "a month",
    own: "This is your plan",
    start: "Start free",
    draft: (plan: string) => `Please move my account to the ${plan} plan.

I sign in with this email address: `,
    upgradeTo: (plan: string) => `Upgrade to ${plan}`,
    changeTo: (plan: string) => `Change to ${plan}`,
    upgradeSubject: (plan: string) => `Upgrade request: ${plan}`,
    changeSubject: (plan: string) => `Change of plan: ${plan}`,
  },
  /** What comes with each plan. */
  features: {
    free: ["Up to 50 leads", "Basic templates", "Campaign creation", "Basic analytics", "Email support"],
    premium: [
      "Up to 1,000 leads",
      "A/B testing",
      "Advanced analytics",
      "Priority support",
      "Custom branding",
      "API access",
      "14-day free trial",
    ],
    enterprise: [
      "Unlimited leads (1,000+)",
      "Custom templates",
      "Automation",
      "Dedicated account manager",
      "Phone support",
      "Custom integrations",
      "SLA",
      "Advanced security",
      "Custom onboarding",
    ],
  },
  questions: {
    answers: ({
      googlePerDay,
      outlookPerDay,
      freeLeads,
      premiumLeads,
    }: {
      googlePerDay: number;
      outlookPerDay: number;
      freeLeads: number;
      premiumLeads: number;
    }): readonly (readonly [question: string, answer: string])[] => [
      [
        "What counts as a lead?",
        "One address. Somebody who is in five collections is one lead, and so is somebody who opted out and whom you keep.",
      ],
      [
        "How many mails may I send?",
        `As many as your accounts allow. Amplify knows the limits of the providers, ${grouped(googlePerDay)} a day for a personal Google account and ${grouped(outlookPerDay)} for Microsoft 365, and keeps to them by itself. You can set lower ones. A campaign that does not fit into today goes on tomorrow.`,
      ],
      [
        "What happens at the limit of leads?",
        `An import adds what fits and says how many did not. Nothing you have is deleted, and sending to the ${grouped(freeLeads)} or ${grouped(premiumLeads)} you have goes on as before.`,
      ],
      [
        "How do I upgrade?",
        "The button opens a mail to us with the subject filled in. We answer with how to pay and change your plan; it takes effect immediately.",
      ],
      [
        "And if I downgrade?",
        "It takes effect at the next billing cycle. Leads above the new limit are kept and rest: they get no mail, but you can look at them, export them or delete them, and they are back when there is room again. What was sent once goes on to its end; a sequence waits and says why, and goes on where it stood once its plan is back.",
      ],
      [
        "Can I try Premium first?",
        "Yes, for 14 days, free of charge. Say so in the mail that the button opens.",
      ],
      [
        "Is everything on the cards ready today?",
        "Collections, import, templates, campaigns, the ledger, the terminal and the API are. Some of what Premium and Enterprise list is done with you rather than by a button: branding, onboarding, integrations. If you upgrade for the sake of one line, ask us about it first and we tell you how it stands.",
      ],
      [
        "I run Amplify on my own server. Which plan do I need?",
        "None. AMPLIFY_PLANS=off turns the limits off; whoever runs an installation decides about its plans.",
      ],
    ],
    title: "Questions",
    else: "Something else?",
    writeTo: <N>(address: N): Parts<N> => ["Write to ", address, "."],
  },
};
