import type { Start } from "../../../../contract/schemas/start.ts";

/** In their order; each leads to the next. */
export const stepKeys = ["leads", "template", "account", "mail"] as const;
export type StepKey = (typeof stepKeys)[number];

export function isStepDone(start: Start, step: StepKey): boolean {
  return { leads: start.leads > 0, template: start.template, account: start.account, mail: start.sent }[step];
}

/** The first that is still to be done, or null once the first mail is out, whatever it was written with. */
export function nextStep(start: Start): StepKey | null {
  if (start.sent) return null;
  return stepKeys.find((step) => !isStepDone(start, step)) ?? null;
}

/** What the steps lead to in the Leads tab. */
export type StepActions = {
  onImport: () => void;
  onAdd: () => void;
  onChooseStarter: () => void;
  /** Opens Send Email with these filled in. */
  onSend: (suggested: SuggestedMail) => void;
};
export type SuggestedMail = { subject: string; templateId: string };
