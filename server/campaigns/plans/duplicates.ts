import { campaignName } from "../../../contract/campaigns/campaignName.ts";
import type { Scope } from "../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { CampaignPlan, PlanAudience } from "../../../contract/schemas/campaignPlan.ts";
import { createPlanListStore } from "../../../db/stores/campaigns/plans/planLists.ts";
import { planStateOf } from "../../../db/stores/campaigns/plans/planState.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import type { Core } from "../../core/core.ts";
import { partStatesOf } from "./campaignAnswer.ts";
import { answering, newPlan, refuseTooMany } from "./drafts.ts";
import { nobody } from "./emptyPlan.ts";
import { activityOf } from "./planActivities.ts";
import { contentOf } from "./planAnswer.ts";
import { columnsOf } from "./planChanges.ts";
import { createMailReader } from "./planMails.ts";
import { createOwnedPlans, type OwnedPlan, type PlanRequest } from "./planParts.ts";
import { uncountedIn } from "./rules/afterChecks.ts";

type Whom = "same" | "notOpened" | "notClicked";

/** A draft like another campaign. */
export function createDuplicates(core: Core) {
  const plans = createPlanStore(core.database);
  const lists = createPlanListStore(core.database);
  const { owned } = createOwnedPlans(core);
  const { answer } = answering(core);
  const mails = createMailReader(core);

  async function audienceOf({ plan, parts, hasMoreToCome }: OwnedPlan, to: Whom): Promise<PlanAudience> {
    if (to !== "same") {
      if (plan.state !== "started" && plan.state !== "finished" && plan.state !== "cancelled")
        throw refused("campaign_state_wrong", {
          state: planStateOf(plan, partStatesOf(parts), hasMoreToCome),
          change: "followedUp",
        });
      const unless = to === "notOpened" ? "opened" : "clicked";
      const uncounted = uncountedIn(parts, unless);
      if (uncounted !== null) throw refused("followup_uncounted", { by: uncounted });
      return { ...nobody, after: { campaignId: plan.id, unless } };
    }
    if (plan.audience !== null || plan.content !== null) return plan.audience ?? nobody;
    // Sent without being composed: to whom is what its mails say, as far as they can be named one by one.
    const leads = await lists.leadsOf({ ...plan, countMax: campaignLimits.pickedMax + 1 });
    return leads.length > campaignLimits.pickedMax ? nobody : { ...nobody, leads };
  }

  async function freeName(key: PlanRequest, of: { name: string; subject: string }): Promise<string> {
    const names = nextNames(of);
    const taken = await lists.namesAmong(key.workspaceId, names);
    return names.find((name) => !taken.has(name)) ?? names[0] ?? "";
  }

  return {
    /** @throws {Refusal} not_found, or conflict when there are as many as are allowed. */
    async duplicate(key: PlanRequest, to: Whom): Promise<CampaignPlan> {
      const found = await owned(key);
      const isHeld = found.plan.state === "holding" && found.plan.content === null;
      const parts = isHeld ? await lists.heldPartsOf(key.workspaceId, [found.plan.id]) : found.parts;
      const known = { ...found, parts };
      const content = contentOf(known.plan, known.parts);
      const audience = await audienceOf(known, to);
      const scope: Scope = key;
      const fresh = newPlan(core, { scope });
      const version = 1;
      const copies = (await mails.all(known)).filter((mail) => mail.version > 0 || mail.html !== "");
      const first = content.steps[0]?.variants[0]?.id;
      const subject = copies.find(({ variantId }) => variantId === first)?.subject ?? "";
      const name = await freeName(key, { name: content.name, subject });
      const plan = {
        ...fresh,
        ...columnsOf({ ...content, nextSteps: null, audience, startAt: null, name }),
      } as typeof fresh;
      const updatedAt = plan.createdAt;
      const activity = activityOf(core, { key: plan, by: scope, activity: reason("did_create") });
      await plans.add(
        { plan, mails: copies.map((mail) => ({ ...mail, planId: plan.id, version, updatedAt })), activity },
        refuseTooMany,
      );
      return answer({ plan, parts: [], hasMoreToCome: false });
    },
  };
}

/**
 * "Spring sale", "Spring sale (2)", "Spring sale (3)" and so on, of which the first that no other campaign has is taken. One
 * without a name is listed by its subject; a duplicate that was too could not be told from it.
 */
function nextNames({ name, subject }: { name: string; subject: string }): string[] {
  const [, stem = name, number = "1"] = /^(.*) \((\d{1,3})\)$/.exec(name) ?? [];
  const called = campaignName({ name: stem, subject });
  if (called === "") return [];
  return Array.from({ length: campaignLimits.namesTried }, (_, index) => {
    const ending = ` (${Number(number) + 1 + index})`;
    return `${called.slice(0, campaignLimits.nameMax - ending.length)}${ending}`;
  });
}
