import { subjectSent } from "../../../../../contract/campaigns/subjectSent.ts";
import { usualShare, usualTest } from "../../../../../contract/campaigns/usualTest.ts";
import type { CampaignPlan, CampaignStep } from "../../../../../contract/schemas/campaignPlan.ts";
import type { CampaignStanding } from "../../../../../contract/schemas/sequences/standing.ts";

const minutes = { minutes: 1, hours: 60, days: 24 * 60, weeks: 7 * 24 * 60 } as const;
export type DelayUnit = keyof typeof minutes;
export const delayUnits = Object.keys(minutes) as DelayUnit[];

/** A delay in the largest unit that says it without a fraction. */
export function delayOf(delayMinutes: number): { count: number; unit: DelayUnit } {
  const fits = [...delayUnits]
    .reverse()
    .filter((unit) => unit !== "weeks" || delayMinutes >= 2 * minutes.weeks);
  const unit =
    delayMinutes === 0 ? "days" : (fits.find((one) => delayMinutes % minutes[one] === 0) ?? "minutes");
  return { count: delayMinutes / minutes[unit], unit };
}

export function minutesOf({ count, unit }: { count: number; unit: DelayUnit }): number {
  return count * minutes[unit];
}

export function unitsMax(unit: DelayUnit, maxMinutes: number): number {
  return Math.floor(maxMinutes / minutes[unit]);
}

/** A further mail: three days later to whoever had the one before it, under its subject. */
export function newStep(): CampaignStep {
  return {
    id: newId(),
    delayMinutes: 3 * minutes.days,
    condition: { kind: "always" },
    sameThread: false,
    variants: [{ id: newId(), share: 100 }],
    test: null,
  };
}

/** One more variant beside the others: each is tried with as many, and there is a rest for the better one. */
export function withVariant(step: CampaignStep, id: string): CampaignStep {
  const share = usualShare(step.variants.length + 1);
  return {
    ...step,
    variants: [...step.variants, { id, share }].map((variant) => ({ ...variant, share })),
    test: step.test ?? usualTest,
  };
}

/** A single variant is everybody's, and there is nothing to win. */
export function withoutVariant(step: CampaignStep, id: string): CampaignStep {
  const variants = step.variants.filter((variant) => variant.id !== id);
  const isAlone = variants.length === 1;
  return {
    ...step,
    variants: isAlone ? variants.map((variant) => ({ ...variant, share: 100 })) : variants,
    test: isAlone ? null : step.test,
  };
}

/** Unlike `crypto.randomUUID` this also works on plain http, where a self-hoster on a local network may well be. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The steps as they are written: of a sequence under way, as somebody is changing them. */
export function shownSteps({ steps, nextSteps }: Pick<CampaignPlan, "steps" | "nextSteps">): CampaignStep[] {
  return nextSteps ?? steps;
}

/** The subject that a mail goes out with, as it is written by now. */
export function sentSubject(
  plan: Pick<CampaignPlan, "steps" | "nextSteps" | "mails">,
  variantId: string,
): string {
  return subjectSent({ ...plan, steps: shownSteps(plan) }, variantId);
}

/** Whether its steps may change while it is under way. */
export function hasRunningSteps({ kind, state }: Pick<CampaignPlan, "kind" | "state">): boolean {
  return kind === "sequence" && (state === "running" || state === "paused");
}

type StandingOf = Pick<CampaignStanding["steps"][number], "came" | "mails" | "toCome" | "isBehind">;

/** How far leads have come with a step; with one that is not in force yet, how it will be once it is. */
export function standingAt(
  steps: readonly CampaignStep[],
  at: number,
  { open, steps: known }: CampaignStanding,
): StandingOf {
  const of = (id: string | undefined) => known.find(({ stepId }) => stepId === id);
  const itself = of(steps[at]?.id);
  if (itself !== undefined) return itself;
  const next = steps.slice(at + 1).flatMap(({ id }) => of(id) ?? [])[0];
  if (next !== undefined) return { came: next.came, mails: 0, toCome: next.toCome, isBehind: false };
  // At the end: past it is whoever came to the end of all that there was.
  const [first] = known;
  const begun = open - (first?.toCome ?? 0);
  return { came: Math.max(0, (first?.came ?? 0) - begun), mails: 0, toCome: open, isBehind: false };
}
