import { amount, grouped } from "../../../sentences/en/words.ts";
import type { Parts, Wrap } from "../../language.ts";
import { type Which, whichText } from "./leads.ts";

/** What the windows say in which one lead is changed, looked at or deleted. */
export const leadForm = {
  goToAccounts: "Go to Accounts",
  form: {
    add: "Add Lead",
    save: "Save lead",
    firstName: "First name",
    lastName: "Last name",
    email: "Email",
    phone: "Phone (optional)",
    optedOut: "Opted out",
    /** The fields in a sentence. */
    plain: { firstName: "First name", lastName: "Last name", email: "Email", phone: "Phone" },
    collections: "Collections",
  },
  consent: {
    legend: "Consent to being counted",
    about:
      "Whether they agreed that their opens and clicks are counted. It does not say whether they want mail.",
    ofSelection: "For whoever is selected. Those who denied it themselves stay as they are.",
    set: "Set consent",
    choices: { unknown: "Not known", granted: "Granted", denied: "Denied" },
    hows: {
      by_person: "by somebody of the workspace",
      by_import: "by an import",
      by_call: "by a program",
      by_recipient: "by themselves",
    },
    since: ({ when, how, by }: { when: string; how: string; by: string | null }) =>
      `Said ${when} ${how}${by === null ? "" : ` (${by})`}.`,
    aMail: "a mail",
    reasons: {
      too_many: "too many mails",
      not_relevant: "not interested",
      never_asked: "never asked for them",
      other: "another reason",
    },
    ownNo: "They said so themselves, and only they can say otherwise.",
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
