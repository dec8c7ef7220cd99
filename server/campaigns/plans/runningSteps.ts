import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { inner } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { CampaignStep, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { CampaignStanding } from "../../../contract/schemas/sequences/standing.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import {
  type AskedStepChange,
  createStepChangeStore,
  type StepChangeStore,
  type StepCount,
} from "../../../db/stores/campaigns/sequences/stepChanges.ts";
import type { Core } from "../../core/core.ts";
import { yieldToOthers } from "../../core/yieldToOthers.ts";
import { newJob } from "../../jobs/jobs.ts";
import { advanceRequest } from "../sequences/advanceRequest.ts";
import { contentOf } from "./planAnswer.ts";
import { stopsIn, whatChecks } from "./planChecks.ts";
import { createMailReader } from "./planMails.ts";
import { createOwnedPlans, mayBeJoined, type OwnedPlan, type PlanRequest } from "./planParts.ts";
import { changedSteps } from "./stepChanges.ts";

/** The steps of a sequence that is under way: how far its leads have come, and what of them may change. */
export function createRunningSteps(core: Core) {
  const store = createStepChangeStore(core.database);
  const mails = createMailReader(core);
  const { owned } = createOwnedPlans(core);
  return {
    /** @throws {Refusal} not_found. */
    async standing(key: PlanRequest): Promise<CampaignStanding> {
      const known = await owned(key);
      const { plan, parts } = known;
      const { steps } = contentOf(plan, parts);
      const isUnderWay = plan.kind === "sequence" && plan.state === "started";
      const rows = plan.kind === "sequence" && plan.state !== "draft" ? await countsOf(store, plan) : [];
      const sum = (from: number, to: number, of: "all" | "open") =>
        rows.reduce((total, row) => (row.step >= from && row.step < to ? total + row[of] : total), 0);
      return {
        open: sum(-1, steps.length, "open"),
        isApplying: plan.stepChange !== null,
        steps: steps.map(({ id: stepId }, at) => {
          const toCome = sum(-1, at, "open");
          return {
            stepId,
            came: sum(at, steps.length, "all"),
            toCome,
            isBehind: isUnderWay && toCome === 0 && !mayBeJoined(known, stepId),
            mails: parts.reduce(
              (total, { campaign }) => (campaign.stepId === stepId ? total + campaign.total : total),
              0,
            ),
          };
        }),
      };
    },

    /**
     * @throws {Refusal} conflict, also while a change of before is being applied; bad_request where a mail of them cannot
     * go yet: the whole would stop at it.
     */
    async changed(
      known: OwnedPlan,
      { before, asked }: { before: PlanContent; asked: readonly CampaignStep[] },
    ): Promise<{ steps: CampaignStep[]; change: AskedStepChange }> {
      const { plan, parts } = known;
      if (plan.stepChange !== null) throw refused("plan_steps_underway");
      const furthest = Math.max(await store.furthestOf(plan), ...parts.map(({ campaign }) => campaign.step));
      const { steps, change } = changedSteps(before.steps, asked, furthest + 1);
      const content = { ...before, steps };
      const written = await mails.all({ ...known, plan: { ...plan, content } });
      // Those that somebody has come to are as they were begun, maybe by a version that asked for less.
      const begun = new Set(before.steps.slice(0, furthest + 1).map(({ id }) => id));
      const checks = whatChecks({ content, mails: written, audience: null });
      const why = stopsIn(
        checks.filter(({ cause, stepId }) => cause.code !== "check_test_missing" || !begun.has(stepId ?? "")),
      );
      if (why.length > 0) throw refused("plan_steps_not_ready", { why: why.map(inner) });
      return { steps, change: { ...change, job: newJob(core, advanceRequest(plan)) } };
    },
  };
}

/**
 * Counted some leads at a time, so that nobody waits for a long sequence. Whoever is not where the changed steps are yet is
 * counted where they will stand.
 */
async function countsOf(store: StepChangeStore, plan: PlanRow): Promise<StepCount[]> {
  const { id, workspaceId, stepChange } = plan;
  const placeOf = new Map(stepChange?.leads.map(({ from, to }) => [from, to]));
  const counts: StepCount[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const slice: Awaited<ReturnType<StepChangeStore["standingOf"]>> = await store.standingOf({
      id,
      workspaceId,
      after,
      countMax: campaignLimits.stepMoveBatch,
    });
    const isToMove = stepChange !== null && after >= stepChange.after;
    for (const count of slice.counts)
      counts.push(isToMove ? { ...count, step: placeOf.get(count.step) ?? count.step } : count);
    after = slice.last;
    await yieldToOthers();
  }
  return counts;
}
