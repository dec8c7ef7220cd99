import type { ActivityCode } from "../../../contract/reasons/campaignPlans.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { PlanChange, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { givenIdPattern } from "../../../contract/schemas/fields.ts";
import type { PlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import { isSame } from "../../core/isSame.ts";

type Saved = Parameters<PlanStore["save"]>[0];
type Part = Parameters<typeof refused<"plan_part_fixed">>[1]["part"];

/** What is asked to be another than it is, of what is given. */
export function changesIn(before: PlanContent, given: Partial<PlanContent>): Partial<PlanContent> {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => value !== undefined && !isSame(value, before[name as keyof PlanContent]),
    ),
  );
}

/** The columns that a change is written to. */
export function columnsOf(content: PlanContent): Saved["set"] {
  const { name, kind, audience, ...rest } = content;
  return { name, kind, audience, content: rest };
}

/** @throws {Refusal} bad_request. */
export function refuseImpossible(before: PlanContent, { kind, steps, nextSteps }: PlanContent): void {
  refuseOddIds(before, [...steps, ...(nextSteps ?? [])]);
  for (const all of [steps, ...(nextSteps ? [nextSteps] : [])]) refuseTwice(all);
  if (kind === "once" && steps.length > 1) throw refused("plan_once_one_step");
}

/** Whoever composes names steps and variants themselves. What is there stays: nothing kept to this before. */
function refuseOddIds(before: PlanContent, steps: PlanContent["steps"]): void {
  const known = new Set(idsIn([...before.steps, ...(before.nextSteps ?? [])]));
  const right = new RegExp(givenIdPattern);
  if (idsIn(steps).some((id) => !known.has(id) && !right.test(id))) throw refused("plan_id_odd");
}

const idsIn = (steps: PlanContent["steps"]): string[] =>
  steps.flatMap(({ id, variants }) => [id, ...variants.map((variant) => variant.id)]);

function refuseTwice(steps: PlanContent["steps"]): void {
  // A step may be called as its variant: of what was sent without being composed both are.
  const isTwice = (all: readonly { id: string }[]) => new Set(all.map(({ id }) => id)).size < all.length;
  if (isTwice(steps) || isTwice(steps.flatMap(({ variants }) => variants))) throw refused("plan_ids_twice");
}

/** Of what has begun these never change; of the steps see `stepChange`. */
const fixed: Partial<Record<keyof PlanContent, Part>> = {
  kind: "kind",
  accounts: "accounts",
  startAt: "startAt",
  trackOpens: "content",
  trackClicks: "content",
};

/** @throws {Refusal} conflict for what of a campaign that has begun cannot be changed any more. */
export function refuseFixed({
  before,
  changes,
}: {
  before: PlanContent;
  changes: Partial<PlanContent>;
}): void {
  for (const [name, part] of Object.entries(fixed))
    if (name in changes) throw refused("plan_part_fixed", { part });
  const { audience } = changes;
  // Taking nobody in any more is what ends a sequence that has no end of its own.
  const isOther = audience && !isSame({ ...audience, joinLater: before.audience.joinLater }, before.audience);
  if (isOther) throw refused("plan_part_fixed", { part: "audience" });
}

/** What is told in the activity of a campaign that has begun. */
export function activitiesOf(
  { kind }: Pick<PlanContent, "kind">,
  changes: Partial<PlanContent>,
): Reason<ActivityCode>[] {
  const { name, stop, audience } = changes;
  const isWindow = ["window", "zone", "zoneField", "spread"].some((key) => key in changes);
  return [
    ...(name === undefined ? [] : [reason("did_rename", { name })]),
    ...(isWindow ? [reason("did_change_window")] : []),
    ...(stop === undefined ? [] : [reason("did_change_stops")]),
    // Of the audience of what has begun nothing else changes, and one mail takes in nobody later.
    ...(audience === undefined || kind === "once"
      ? []
      : [reason("did_change_joining", { joins: audience.joinLater })]),
  ];
}

/** What its parts have to know of it. */
export function ofParts(before: PlanContent, after: PlanContent): Saved["ofParts"] {
  const { window, spread, zone } = after;
  return { window, spread, zone: { from: before.zone, to: zone } };
}

/** What the caller gave, without the version that it was read at. */
export function givenIn({ version: _, ...given }: PlanChange): Partial<PlanContent> {
  return given as Partial<PlanContent>;
}
