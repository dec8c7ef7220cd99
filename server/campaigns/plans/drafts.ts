import { sentStepId } from "../../../contract/campaigns/changeHeld.ts";
import type { PlannedScope, Scope } from "../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type {
  CampaignKind,
  CampaignPlan,
  PlanAudience,
  PlanChange,
  PlanContent,
} from "../../../contract/schemas/campaignPlan.ts";
import { type CredentialStore, createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createPlanMailStore, type PlanMailSummary } from "../../../db/stores/campaigns/plans/planMails.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { planStateOf } from "../../../db/stores/campaigns/plans/planState.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import type { Core } from "../../core/core.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { refusingNeeded } from "../../leads/index.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { partStatesOf } from "./campaignAnswer.ts";
import { emptyContent, nobody, sentVersion } from "./emptyPlan.ts";
import { activityOf } from "./planActivities.ts";
import { contentOf, planAnswer } from "./planAnswer.ts";
import {
  activitiesOf,
  changesIn,
  columnsOf,
  givenIn,
  ofParts,
  refuseFixed,
  refuseImpossible,
} from "./planChanges.ts";
import { createOwnedPlans, type OwnedPlan, type PlanRequest, refuseUnsending } from "./planParts.ts";
import { createRunningSteps } from "./runningSteps.ts";
import { stepActivity } from "./stepChanges.ts";
import { refuseUnpaid } from "./unpaid.ts";

export type DraftService = ReturnType<typeof createDraftService>;

/** Composing campaigns: drafts, and what may still change of those that have begun. */
export function createDraftService(
  core: Core,
  { sender, jobs }: { sender: Pick<SendingPort, "tell">; jobs: Pick<Jobs, "wake"> },
) {
  const { database, clock } = core;
  const plans = createPlanStore(database);
  const { owned } = createOwnedPlans(core);
  const { answer } = answering(core);
  const running = createRunningSteps(core);
  const accounts = createCredentialStore(database);

  return {
    ...deleting(core),
    standing: running.standing,

    /** @throws {Refusal} conflict when there are as many as are allowed. */
    async add(scope: Scope, given: Begun): Promise<CampaignPlan> {
      const plan = newPlan(core, { scope, ...given });
      const activity = activityOf(core, { key: plan, by: scope, activity: reason("did_create") });
      await plans.add({ plan, mails: [], activity }, refuseTooMany);
      return answer({ plan, parts: [], hasMoreToCome: false });
    },

    read: async (key: PlanRequest): Promise<CampaignPlan> => answer(await owned(key)),

    /**
     * Changes what is given and leaves the rest. @throws {Refusal} not_found; conflict when somebody saved since
     * `version` was read, or for what cannot change any more.
     */
    async save(key: PlanRequest & PlannedScope, change: PlanChange): Promise<CampaignPlan> {
      const known = await owned(key);
      if (known.plan.version !== change.version) throw refused("plan_changed_meanwhile");
      const before = contentOf(known.plan, known.parts);
      const changes = changesIn(before, givenIn(change));
      const saved = await (known.plan.state === "draft" ? saveDraft : saveBegun)(key, {
        known,
        before,
        changes,
      });
      if (saved === null) throw refused("plan_changed_meanwhile");
      return answer({ ...known, plan: saved });
    },
  };

  async function saveDraft(key: PlanRequest, { known: { plan }, before, changes }: Saving) {
    // A draft's steps are changed themselves.
    const after = { ...before, ...changes, nextSteps: null };
    refuseImpossible(before, after);
    await refuseUnknownAccounts(accounts, key, { before, after });
    const set = columnsOf(after);
    const { version } = plan;
    return plans.save({ key, version, now: clock.now(), from: ["draft"], set, activities: [] });
  }

  async function saveBegun(key: PlanRequest & PlannedScope, { known, before, changes }: Saving) {
    const { plan, parts } = known;
    refuseOthers(known, { before, changes, ...key });
    const { steps: asked } = changes;
    const found = asked === undefined ? null : await running.changed(known, { before, asked });
    const after = { ...before, ...changes, ...(found === null ? {} : { steps: found.steps }) };
    refuseImpossible(before, after);
    if (found !== null) refuseUnpaid(core, key, after);
    const activities = [
      ...activitiesOf(before, changes),
      ...(found === null ? [] : [stepActivity(before.steps, found.steps)]),
    ];
    const saved = await plans.save({
      key,
      version: plan.version,
      now: clock.now(),
      from: [plan.state],
      // A name is all that changes of what was never composed.
      set: plan.content === null ? { name: after.name } : columnsOf(after),
      activities: activities.map((activity) => activityOf(core, { key, by: key, activity })),
      ofParts: ofParts(before, after),
      ofSteps: found?.change,
    });
    if (saved?.stepChange) jobs.wake();
    for (const { campaign } of saved === null ? [] : parts)
      void sender.tell({ kind: "changed", campaignId: campaign.id, workspaceId: campaign.workspaceId });
    return saved;
  }
}

/** One that was removed since it was chosen stays until somebody takes it out. @throws {Refusal} not_found. */
async function refuseUnknownAccounts(
  accounts: Pick<CredentialStore, "byIds">,
  { workspaceId }: PlanRequest,
  { before, after }: Record<"before" | "after", PlanContent>,
): Promise<void> {
  const asked = after.accounts.filter((id) => !before.accounts.includes(id));
  const known = (await accounts.byIds(asked)).filter((account) => account.workspaceId === workspaceId);
  if (known.length < new Set(asked).size) throw refused("account_not_found");
}

type Saving = { known: OwnedPlan; before: PlanContent; changes: Partial<PlanContent> };

/** @throws {Refusal} conflict. */
function refuseOthers(
  { plan, parts, hasMoreToCome }: OwnedPlan,
  { before, changes, maySend }: Pick<Saving, "before" | "changes"> & Pick<PlannedScope, "maySend">,
): void {
  const { name: _, ...others } = changes;
  if (Object.keys(others).length === 0) return;
  refuseUnsending({ maySend });
  const state = planStateOf(plan, partStatesOf(parts), hasMoreToCome);
  // A sequence has its first part with its first mail.
  const isWithoutParts = plan.kind === "once" && parts.length === 0;
  if (plan.content === null || (state !== "running" && state !== "paused") || isWithoutParts)
    throw refused("campaign_state_wrong", { state, change: "changed" });
  refuseFixed({ before, changes });
}

/** How a campaign is answered as it was composed. */
export function answering(core: Pick<Core, "database">) {
  const mails = createPlanMailStore(core.database);

  /** Of one that was sent without being composed its part says it. */
  async function summariesOf({ plan, parts }: OwnedPlan): Promise<PlanMailSummary[]> {
    const { id: planId, workspaceId } = plan;
    const [part] = parts;
    if (plan.content !== null || part === undefined) return mails.summariesOf({ workspaceId, id: planId });
    const { id, subject, createdAt: updatedAt } = part.campaign;
    const bytes = await mails.sentBytesOf({ workspaceId, id });
    const said = { subject, preview: "", templateId: null, bytes, version: sentVersion, updatedAt };
    return [{ planId, workspaceId, variantId: sentStepId, ...said }];
  }

  return {
    async answer(known: OwnedPlan): Promise<CampaignPlan> {
      return planAnswer({ ...known, mails: await summariesOf(known) });
    },
  };
}

function deleting(core: Core) {
  const { database, clock } = core;
  const plans = createPlanStore(database);
  const { owned } = createOwnedPlans(core);
  const { answer } = answering(core);
  const refuseNeeded = refusingNeeded(core);
  return {
    /** It can be brought back for some minutes. @throws {Refusal} not_found, or conflict for what is no draft, or is still asked for. */
    async remove(key: PlanRequest): Promise<void> {
      const { plan, parts, hasMoreToCome } = await owned(key);
      if (plan.state === "draft") await refuseNeeded(key.workspaceId, { what: "campaign", id: key.id });
      if (await plans.remove(key, clock.now())) return;
      const state = planStateOf(plan, partStatesOf(parts), hasMoreToCome);
      throw refused("campaign_state_wrong", { state, change: "deleted" });
    },

    /** @throws {Refusal} not_found when it was too long ago or is there. */
    async restore({ workspaceId, id }: PlanRequest): Promise<CampaignPlan> {
      const plan = await plans.restore({ workspaceId, id, after: clock.now() - campaignLimits.undoMs });
      if (plan === null) throw refused("undo_too_late");
      return answer({ plan, parts: [], hasMoreToCome: false });
    },

    /** Throws away what nobody can bring back any more. */
    async forgetOld(): Promise<void> {
      const before = clock.now() - campaignLimits.undoMs;
      while (await plans.forgetSome({ before, countMax: campaignLimits.forgetBatch }));
    },
  };
}

type Begun = {
  name?: string | undefined;
  kind?: CampaignKind | undefined;
  audience?: PlanAudience | undefined;
};

/** A draft in which no more is written than what it was begun with. */
export function newPlan(core: Pick<Core, "newId" | "clock">, of: Begun & { scope: Scope }): PlanRow {
  const { scope, name = "", kind = "once", audience = nobody } = of;
  const now = core.clock.now();
  return {
    id: core.newId(),
    workspaceId: scope.workspaceId,
    name,
    kind,
    state: "draft",
    pausedBy: null,
    pausedReason: null,
    content: emptyContent(core.newId),
    audience,
    version: 0,
    dueAt: null,
    holdUntil: null,
    createdBy: scope.userId,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    endedAt: null,
    archivedAt: null,
    deletedAt: null,
    stepChange: null,
  };
}

/** @throws {Refusal} conflict beyond what one workspace may keep. */
export function refuseTooMany(planCount: number): void {
  const max = campaignLimits.perWorkspace;
  if (planCount > max) throw refused("campaigns_too_many", { max });
}
