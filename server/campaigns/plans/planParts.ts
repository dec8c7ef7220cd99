import type { Scope } from "../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { refused } from "../../../contract/refused.ts";
import type { CountedCampaign } from "../../../db/stores/campaigns/campaigns.ts";
import { createPlanListStore } from "../../../db/stores/campaigns/plans/planLists.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import type { Core } from "../../core/core.ts";

export type PlanRequest = Scope & { id: string };

/** A campaign of a workspace with its parts. */
export type OwnedPlan = { plan: PlanRow; parts: CountedCampaign[]; hasMoreToCome: boolean };

/** Finds campaigns of a workspace. */
export function createOwnedPlans({ database }: Pick<Core, "database">) {
  const plans = createPlanStore(database);
  const lists = createPlanListStore(database);
  return {
    adopt,

    /** @throws {Refusal} not_found. */
    async owned({ workspaceId, id }: PlanRequest): Promise<OwnedPlan> {
      const key = { workspaceId, id };
      const plan = (await plans.ownedBy(key)) ?? ((await adopt()) ? await plans.ownedBy(key) : null);
      if (plan === null) throw refused("campaign_not_found");
      const parts = plan.state === "draft" ? [] : await lists.partsOf(workspaceId, [id]);
      const hasMoreToCome = plan.kind === "sequence" && ((await lists.one(key))?.hasMoreToCome ?? false);
      return { plan, parts, hasMoreToCome };
    },
  };

  /** Takes in what servers of the version before, beside this one, made a moment ago; answers whether there may be any. */
  async function adopt(): Promise<boolean> {
    if (database.shared === null) return false;
    await plans.adopt({ countMax: campaignLimits.adoptBatch });
    return true;
  }
}

/** Whether a step's mails may yet go to somebody of whom nobody can be counted as still to come to it. */
export function mayBeJoined({ plan, parts }: Pick<OwnedPlan, "plan" | "parts">, stepId: string): boolean {
  // While leads are being put where its changed steps are, nobody knows who is past which.
  if (plan.stepChange !== null || plan.audience?.joinLater) return true;
  // Those who wait for the better variant get it as it is written then.
  return parts.some(({ campaign }) => campaign.stepId === stepId && campaign.pausedBy === "test");
}

/** What has begun goes on by itself, so whoever changes what it sends has it sent. @throws {Refusal} forbidden. */
export function refuseUnsending({ maySend }: { maySend?: false | undefined }): void {
  if (maySend === false) throw refused("key_without_scope", { scope: "send" });
}
