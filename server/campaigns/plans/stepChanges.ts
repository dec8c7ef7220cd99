import { minuteMs } from "../../../contract/limits/units.ts";
import { reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { CampaignStep } from "../../../contract/schemas/campaignPlan.ts";
import type { StepChange } from "../../../db/stores/campaigns/sequences/stepChanges.ts";
import { isSame } from "../../core/isSame.ts";

type Changed = { steps: CampaignStep[]; change: StepChange };

/**
 * The steps of a running sequence as they are from now on, and what that does to its leads. Steps that somebody has come
 * to stay, in their order and with their variants; their time and whom they are for may change, for those still to come.
 * All others may be added, moved and taken away. So nobody gets a step twice, or one that they are past.
 * @throws {Refusal} conflict.
 */
export function changedSteps(
  before: readonly CampaignStep[],
  asked: readonly CampaignStep[],
  reached: number,
): Changed {
  const places = new Map(asked.map(({ id }, at) => [id, at]));
  const steps = [...asked];
  const moved = [-1];
  for (const [index, step] of before.slice(0, reached).entries()) {
    const to = places.get(step.id) ?? -1;
    const kept = steps[to];
    const isInOrder = to > (moved[index] ?? -1) && (index > 0 || to === 0);
    if (kept === undefined || !isInOrder || !isSame(fixedOf(kept), fixedOf(step)))
      throw refused("plan_part_fixed", { part: "steps" });
    // Its winner may have been found since it was read.
    steps[to] = { ...kept, test: step.test };
    moved.push(to);
  }
  return {
    steps,
    change: {
      reached,
      leads: moved.map((to, index) => ({
        from: index - 1,
        to,
        // When a lead's next step is due is kept with the lead, and is as much later as the wait for it has grown.
        laterMs: delayMs(steps[to + 1]) - delayMs(before[index]),
      })),
      steps: before.flatMap(({ id }) => {
        const to = places.get(id);
        return to === undefined ? [] : [{ id, to }];
      }),
    },
  };
}

/** What is told of it. */
export function stepActivity(before: readonly CampaignStep[], after: readonly CampaignStep[]) {
  const countOf = (some: readonly CampaignStep[], others: readonly CampaignStep[]) =>
    some.filter(({ id }) => !others.some((other) => other.id === id)).length;
  return reason("did_change_steps", { added: countOf(after, before), removed: countOf(before, after) });
}

/** Who would be given another variant, or another thread, has perhaps had theirs. */
function fixedOf({ variants, test, sameThread }: CampaignStep): unknown {
  return { variants, sameThread, test: test && { by: test.by, afterMinutes: test.afterMinutes } };
}

function delayMs(step: CampaignStep | undefined): number {
  return (step?.delayMinutes ?? 0) * minuteMs;
}
