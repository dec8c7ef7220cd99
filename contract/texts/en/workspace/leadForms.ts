import { amount, grouped } from "../../../sentences/en/words.ts";
import type { Parts, Wrap } from "../../language.ts";
import { deliveryStates } from "./deliveryStates.ts";
import { type Which, whichText } from "./leads.ts";

/** What the windows say in which one lead is changed, looked at or deleted. */
export const leadForm = {
  goToAccounts: "Go to Accounts",
  form: {
    add: "Add Lead",
    save: "Save lead",
    firstName: "First name",
    lastName: "Last name",
    email: "E-mail",
    phone: "Phone (optional)",
    history: "What was sent, opened and clicked",
    optedOut: "Opted out",
    collections: "Collections",
  },
  consent: {
    legend: "Consent to being counted",
    about:
      "Whether they agreed that their opens and clicks are counted. It says nothing of whether they want mail.",
    ofSelection: "For whoever is selected. Who denied it on their own stays as they are.",
    set: "Set consent",
    choices: { unknown: "Not known", granted: "Granted", denied: "Denied" },
    hows: {
      by_person: "by somebody of the workspace",
      by_import: "by an import",
      by_call: "by a program",
      by_recipient: "by themselves",
    },
    since: ({ when, how }: { when: string; how: string }) => `Said ${when} ${how}.`,
    state: (said: string) => `Consent to being counted: ${said}.`,
    saidBy: (name: string) => `(${name})`,
    ownerOut: (when: string) => `Opted out here since ${when}.`,
    left: ({ when, mail }: { when: string; mail: string }) => `Unsubscribed ${when} by the link in ${mail}`,
    aMail: "a mail",
    reasons: {
      too_many: "too many mails",
      not_relevant: "not interested",
      never_asked: "never asked for them",
      other: "another reason",
    },
    returned: (when: string) => `Subscribed again ${when}.`,
    ownNo: "They said so themselves, and only they can say otherwise.",
  },
  history: {
    what: "The history",
    head: ({ name, email, added }: { name: string; email: string; added: string }) =>
      `${name}, ${email}, added ${added}`,
    none: "Nothing has been sent to this lead yet.",
    counts: ({ sent, opened, clicked }: { sent: number; opened: number; clicked: number }) =>
      `${amount(sent, "mail")} sent, ${opened} opened, ${clicked} clicked in.`,
    byPerson: ({ count, when }: { count: number; when: string }) => `${times(count)}, first ${when}`,
    byProgram: (count: number) => `${times(count)} by a program`,
    states: deliveryStates,
    accepted: (when: string) => `Accepted ${when}`,
    sent: (when: string) => `Sent ${when}`,
    opened: (when: string) => `opened ${when}`,
    clicked: (when: string) => `clicked ${when}`,
    links: "Links followed",
  },
  deletion: {
    ask: <N>({
      count,
      strong,
      ...rest
    }: Which & { leftOut: number; count: number; strong: Wrap<N> }): Parts<N> => [
      `Delete ${rest.leftOut === 0 ? "all " : ""}`,
      strong(amount(count, "lead")),
      `${whichText(rest)}${rest.leftOut === 0 ? "" : `, all but ${grouped(rest.leftOut)}`}? It can be undone for ten minutes. Opt-outs are remembered.`,
    ],
    deleting: "Deleting…",
  },
  cancel: "Cancel",
  yes: "Yes",
  no: "No",
};

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
