import type { PlannedScope, UserId } from "../../../contract/identity/scope.ts";
import { secondMs } from "../../../contract/limits/units.ts";
import { inner, type Reason, reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import type { CampaignPlan, PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createMailboxReadingStore } from "../../../db/stores/accounts/mailboxReadings.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createPlanStore, type PlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import { createTemplateFolderStore } from "../../../db/stores/templates/templateFolders.ts";
import type { Core } from "../../core/core.ts";
import type { Waits } from "../../core/waits.ts";
import { momentOf, wallTimeOf } from "../../core/zonedTime.ts";
import { type Jobs, newJob } from "../../jobs/jobs.ts";
import { createLeadFieldReader } from "../../leads/index.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import type { CampaignShowing } from "../campaignPages.ts";
import { answering } from "./drafts.ts";
import { activityOf } from "./planActivities.ts";
import { contentOf } from "./planAnswer.ts";
import type { PlanAudiences } from "./planAudience.ts";
import { startChecks, stopsIn } from "./planChecks.ts";
import { createMailReader } from "./planMails.ts";
import { createOwnedPlans, type OwnedPlan, type PlanRequest } from "./planParts.ts";
import { refuseUnpaid } from "./unpaid.ts";

export type StartParts = {
  sender: Pick<SendingPort, "tell">;
  waits: Pick<Waits, "turn">;
  jobs: Pick<Jobs, "wake" | "ask" | "askAll">;
  audiences: PlanAudiences;
  showing: CampaignShowing;
};

const draftAgain = {
  state: "draft",
  dueAt: null,
  holdUntil: null,
  pausedBy: null,
  pausedReason: null,
} as const;

export type StartService = ReturnType<typeof createStartService>;

/** Starting campaigns that were composed: asked for, held, planned, taken back. What is due is begun by a job. */
export function createStartService(core: Core, parts: StartParts) {
  const { database, clock } = core;
  const plans = createPlanStore(database);
  const folders = createTemplateFolderStore(database);
  const { owned } = createOwnedPlans(core);
  const { answer } = answering(core);
  const { jobs, showing } = parts;
  const stopsOf = stopping(core, parts);

  return {
    /**
     * Starts it at once, after the seconds in which it can be taken back, or at its moment. @throws {Refusal} not_found;
     * bad_request where something stops it; conflict when it was changed meanwhile, or has begun; plan_limit.
     */
    async start(key: PlanRequest & PlannedScope, version: number): Promise<Campaign> {
      const { plan, parts: none, hasMoreToCome } = await owned(key);
      if (plan.version !== version) throw refused("plan_changed_meanwhile");
      if (plan.state !== "draft") {
        const { state } = await answer({ plan, parts: none, hasMoreToCome });
        throw refused("campaign_state_wrong", { state, change: "started" });
      }
      const content = contentOf(plan, []);
      refuseUnpaid(core, key, content);
      const why = await stopsOf(key, { plan, content });
      if (why.length > 0) throw refused("plan_not_ready", { why: why.map(inner) });
      const { set, activity, dueAt } = startOf(content, clock.now());
      const started = await plans.change({
        key,
        from: ["draft"],
        version,
        set,
        activities: activity === null ? [] : [activityOf(core, { key, by: key, activity })],
        job: startJob(core, plan, { dueAt, userId: key.userId }),
      });
      if (started === null) throw refused("plan_changed_meanwhile");
      await folders.use({ workspaceId: plan.workspaceId, planId: plan.id, at: clock.now() });
      jobs.wake();
      return showing.one(key);
    },

    /**
     * A draft again; of what was sent without being composed nothing is left. @throws {Refusal} conflict once it has
     * begun.
     */
    async undo(key: PlanRequest): Promise<CampaignPlan> {
      const known = await owned(key);
      if (known.plan.content === null) return undoSend(core, known, parts.waits);
      const set = draftAgain;
      const activities = [activityOf(core, { key, by: key, activity: reason("did_take_back") })];
      const back =
        (await plans.change({ key, from: ["holding", "scheduled"], set, activities })) ??
        (await plans.change({ key, from: ["starting"], isPaused: true, set, activities }));
      if (back !== null) return answer({ plan: back, parts: [], hasMoreToCome: false });
      const { state } = await answer(known);
      throw refused("campaign_state_wrong", { state, change: "takenBack" });
    },

    /**
     * What waits for a person before its start begins now, or when it was planned for; null where nothing waits so.
     * @throws {Refusal} plan_limit.
     */
    async goOn(key: PlanRequest & PlannedScope): Promise<Campaign | null> {
      const { plan } = await owned(key);
      if (plan.content !== null && plan.pausedBy !== null) refuseUnpaid(core, key, contentOf(plan, []));
      const now = clock.now();
      const dueAt = plan.state === "scheduled" ? Math.max(now, plan.dueAt ?? now) : now;
      const started = await plans.change({
        key,
        from: ["scheduled", "starting"],
        isPaused: true,
        set: { ...(dueAt > now ? {} : { state: "starting" }), pausedBy: null, pausedReason: null },
        activities: [activityOf(core, { key, by: key, activity: reason("did_resume") })],
        job: startJob(core, plan, { dueAt, userId: key.userId }),
      });
      if (started === null) return null;
      jobs.wake();
      return showing.one(key);
    },
  };
}

/** From this commit on nobody sees it, and what a crash leaves of it goes like any send that was never whole. */
async function undoSend(core: Core, known: OwnedPlan, waits: Pick<Waits, "turn">): Promise<CampaignPlan> {
  const { database } = core;
  const plans = createPlanStore(database);
  const { answer } = answering(core);
  const { workspaceId, id } = known.plan;
  const change = {
    key: { workspaceId, id },
    set: { state: "preparing", holdUntil: null },
    activities: [],
  } as const;
  const undone =
    (await plans.change({ ...change, from: ["holding"] })) ??
    (await plans.change({ ...change, from: ["starting"], isPaused: true }));
  const shown = await answer(known);
  if (undone === null) throw refused("campaign_state_wrong", { state: shown.state, change: "takenBack" });
  await createLedger(database).removeAllOf({ workspaceId, campaignId: id }, waits);
  return { ...shown, state: "cancelled", holdUntil: null };
}

type Starting = Pick<Parameters<PlanStore["change"]>[0], "set"> & {
  activity: Reason<"did_schedule" | "did_hold"> | null;
  dueAt: number;
};

function startOf({ startAt, zone, holdSeconds }: PlanContent, now: number): Starting {
  if (startAt !== null) {
    const { at: dueAt } = momentOf(startAt, zone);
    const activity = reason("did_schedule", { at: wallTimeOf(dueAt, zone).replace("T", " "), zone });
    return { set: { state: "scheduled", dueAt }, activity, dueAt };
  }
  if (holdSeconds === 0) return { set: { state: "starting" }, activity: null, dueAt: now };
  const holdUntil = now + holdSeconds * secondMs;
  return {
    set: { state: "holding", holdUntil },
    dueAt: holdUntil,
    activity: reason("did_hold", { seconds: holdSeconds }),
  };
}

/** The job that begins a campaign at its moment. */
export function startJob(
  core: Core,
  { id, workspaceId }: Pick<PlanRow, "id" | "workspaceId">,
  { dueAt, userId }: { dueAt: number; userId: UserId | null },
) {
  const key = `campaignStart:${id}`;
  return newJob(core, { kind: "campaignStart", workspaceId, key, dueAt, payload: { planId: id, userId } });
}

/** What stops a campaign from beginning. */
export function stopping(core: Core, { audiences }: Pick<StartParts, "audiences">) {
  const credentials = createCredentialStore(core.database);
  const readings = createMailboxReadingStore(core.database);
  const mails = createMailReader(core);
  const definitionsOf = createLeadFieldReader(core);
  return async (
    scope: PlannedScope,
    { plan, content, isDue = false }: { plan: PlanRow; content: PlanContent; isDue?: boolean },
  ): Promise<Reason[]> => {
    const all = await credentials.ownedBy(scope.workspaceId);
    const looked = await audiences.look(scope, content.audience);
    const definitions = await definitionsOf(scope);
    return stopsIn(
      startChecks({
        // A moment that has come is no moment in the past.
        content: isDue ? { ...content, startAt: null } : content,
        mails: await mails.all({ plan, parts: [], hasMoreToCome: false }),
        accounts: all.filter(({ id }) => content.accounts.includes(id)),
        read: await readings.readAccountsOf(scope.workspaceId),
        fields: new Set(definitions.map(({ id }) => id)),
        // It stops no start: who composed it was told.
        unaligned: new Map(),
        audience: await audiences.counted(looked),
        now: core.clock.now(),
      }),
    );
  };
}
