import { inner } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { CampaignStanding, CampaignStep, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { StepChange } from "../../../db/stores/campaigns/sequences/stepChanges.ts";
import { createStepChangeStore } from "../../../db/stores/campaigns/sequences/stepChanges.ts";
import type { Core } from "../../core/core.ts";
import { contentOf } from "./planAnswer.ts";
import { stopsIn, whatChecks } from "./planChecks.ts";
import { createMailReader } from "./planMails.ts";
import { createOwnedPlans, type OwnedPlan, type PlanRequest } from "./planParts.ts";
import { changedSteps } from "./stepChanges.ts";

/** The steps of a sequence that is under way: how far its leads have come, and what of them may change. */
export function createRunningSteps(core: Core) {
  const store = createStepChangeStore(core.database);
  const mails = createMailReader(core);
  const { owned } = createOwnedPlans(core);
  return {
    /** @throws {Refusal} not_found. */
    async standing(key: PlanRequest): Promise<CampaignStanding> {
      const { plan, parts } = await owned(key);
      const { steps } = contentOf(plan, parts);
      const rows = plan.kind === "sequence" && plan.state !== "draft" ? await store.standingOf(key) : [];
      const sum = (from: number, to: number, of: "all" | "open") =>
        rows.reduce((total, row) => (row.step >= from && row.step < to ? total + row[of] : total), 0);
      return {
        open: sum(-1, steps.length, "open"),
        steps: steps.map(({ id: stepId }, at) => ({
          stepId,
          came: sum(at, steps.length, "all"),
          toCome: sum(-1, at, "open"),
          mails: parts.reduce(
            (total, { campaign }) => (campaign.stepId === stepId ? total + campaign.total : total),
            0,
          ),
        })),
      };
    },

    /** @throws {Refusal} conflict; bad_request where a mail of them cannot go yet: the whole would stop at it. */
    async changed(
      known: OwnedPlan,
      { before, asked }: { before: PlanContent; asked: readonly CampaignStep[] },
    ): Promise<{ steps: CampaignStep[]; change: StepChange }> {
      const { plan, parts } = known;
      const rows = await store.standingOf(plan);
      const furthest = Math.max(
        ...rows.map(({ step }) => step),
        ...parts.map(({ campaign }) => campaign.step),
        -1,
      );
      const found = changedSteps(before.steps, asked, furthest + 1);
      const content = { ...before, steps: found.steps };
      const written = await mails.all({ ...known, plan: { ...plan, content } });
      const why = stopsIn(whatChecks({ content, mails: written, audience: null }));
      if (why.length > 0) throw refused("plan_steps_not_ready", { why: why.map(inner) });
      return found;
    },
  };
}
