import type { Parts, Wrap } from "../../language.ts";

/** The terms of service. */
export const terms = {
  title: "Terms of service",
  lead: "They are short because the idea is: write to people who want to hear from you, through accounts that are yours.",
  who: {
    title: "Who may use Amplify",
    text: "You must be at least 13 years old. If you use Amplify for a business, you must be allowed to agree to these terms for it. Keep your password to yourself; what is done with your account counts as done by you.",
  },
  send: {
    title: "What you send",
    text: "You are responsible for what you send and for having the right to write to the people on your list. Bought lists are not a right. Every campaign mail carries a way to unsubscribe, and whoever uses it receives nothing further from you; do not work around that. Say truthfully who you are and what the mail is about, and keep to the law of the places you write to.",
  },
  accounts: {
    title: "Your sending accounts",
    text: "Mails go out through accounts that you connect. Their providers have rules and limits of their own, which you agreed to with them. Amplify keeps to the limits it knows, and pauses an account rather than run into them.",
  },
  promise: {
    title: "What we promise about sending",
    text: "“Sent” means that a mail server has taken the message, and no more: whether it lands in an inbox is decided by others. When the answer of a server is lost we say “uncertain”, do not send again by ourselves, and leave the choice to you.",
  },
  money: {
    title: "Plans and money",
    text: <N>(pricing: Wrap<N>): Parts<N> => [
      "What a plan holds and costs stands on the ",
      pricing("pricing page"),
      ". Upgrades take effect immediately, downgrades at the next billing cycle. Leads above the limit of a smaller plan are kept and rest until there is room; none is deleted for you.",
    ],
  },
  yours: {
    title: "What is yours",
    text: <N>(privacy: Wrap<N>): Parts<N> => [
      "Your leads, templates and mails stay yours. You let us store and send them, because that is the service, and for nothing else. What we keep and how stands in the ",
      privacy("privacy policy"),
      ".",
    ],
  },
  end: {
    title: "When it ends",
    text: "You can stop at any time. We may pause or close an account that harms others, for instance by sending mail that nobody asked for, and tell you why. Where that is safe we ask first.",
  },
  liability: {
    title: "Liability",
    text: "We work with care, yet no service is without faults. As far as the law allows, we are not liable for profit you did not make or for indirect damage. Nothing here takes away rights that the law gives you and that cannot be given up.",
  },
  changes: {
    title: "Changes",
    text: "We announce changes of these terms 30 days before they take effect, by mail. If you go on using Amplify after that, the new terms hold; if you do not want them, you can leave before.",
  },
  questions: {
    title: "Questions",
    text: <N>(address: N): Parts<N> => ["Write to ", address, "."],
  },
};
