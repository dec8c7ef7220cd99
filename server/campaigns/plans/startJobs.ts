import { z } from "zod";
import type { UserId, WorkspaceId } from "../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { budgetLimits } from "../../../contract/limits/sending.ts";
import { inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { JobLost, jobDatabase } from "../../../db/jobDatabase.ts";
import { createCredentialStore } from "../../../db/stores/accounts/credentials.ts";
import { createLedger, type Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import {
  createPlanStartStore,
  type PlanStartStore,
  StartLost,
  type WholePart,
} from "../../../db/stores/campaigns/plans/planStarts.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { Core } from "../../core/core.ts";
import type { Waits } from "../../core/waits.ts";
import { wallTimeOf } from "../../core/zonedTime.ts";
import type { JobHandler } from "../../jobs/handler.ts";
import type { Change } from "../../realtime/hub.ts";
import { sendForecast } from "../sendForecast.ts";
import { PartFault } from "../sequences/PartFault.ts";
import { activityOf } from "./planActivities.ts";
import { contentOf } from "./planAnswer.ts";
import { planScopeOf } from "./planScope.ts";
import { dealer, shares } from "./sharedOut.ts";
import { writeStartLedger } from "./startLedger.ts";
import { type StartParts, startJob, stopping } from "./starts.ts";
import { unpaidFor } from "./unpaid.ts";

/** What the job of a start is about, and who asked for it. */
const payload = z.object({ planId: z.string(), userId: z.string().nullable() });

/** `onChange` tells whoever watches a workspace. */
type StartJobParts = StartParts & { onChange(change: Change): void };

/** The jobs that begin what is due. */
export function startJobs(
  core: Core,
  parts: StartJobParts,
): Record<"campaignStart" | "campaignStarts", JobHandler> {
  const plans = createPlanStore(core.database);
  return {
    campaignStart: {
      async run(job) {
        const { planId, userId } = payload.parse(job.payload);
        const plan = await plans.byId(planId);
        const dueAt = plan === null ? null : dueOf(plan);
        if (plan !== null && dueAt !== null && dueAt > core.clock.now()) {
          // Of a start that was taken back, and made anew for later, the job came at the first one's moment.
          const { kind, key, workspaceId, payload: of } = startJob(core, plan, { dueAt, userId });
          return parts.jobs.ask({ kind, key, workspaceId, payload: of, dueAt });
        }
        // Each commit stands only while this worker has the job, so that no two write the same campaign's ledger.
        const leased = { ...core, database: jobDatabase(core.database, job) };
        try {
          if (plan !== null) await beginning(leased, parts)(plan, { userId, signal: job.signal });
        } catch (error) {
          if (!(error instanceof JobLost)) throw error;
        }
      },
    },
    /** Jobs are written with their cause, and some may be gone: a clock was set, or a process of before knew them not. */
    campaignStarts: {
      everyMs: campaignLimits.startsEveryMs,
      async run() {
        if (core.database.shared !== null)
          while ((await plans.adopt({ countMax: campaignLimits.adoptBatch })) > 0);
        const now = core.clock.now();
        const due = await plans.dueUntil(now);
        await parts.jobs.askAll(due.map((plan) => startJob(core, plan, { dueAt: now, userId: null })));
      },
    },
  };
}

/** For whom it begins, and until when it may. */
type Begun = { userId: UserId | null; signal: AbortSignal };

function beginning(core: Core, parts: StartJobParts) {
  const { database, clock } = core;
  const plans = createPlanStore(database);
  const store = createPlanStartStore(database);
  const ledger = createLedger(database);
  const stopsOf = stopping(core, parts);

  async function pause(plan: PlanRow, why: Reason): Promise<void> {
    const key = keyOf(plan);
    await plans.change({
      key,
      from: ["scheduled", "holding", "starting"],
      set: { state: "starting", pausedBy: "person", pausedReason: why },
      activities: [activityOf(core, { key, by: null, activity: reason("did_pause", { why: inner(why) }) })],
    });
    // It has no mails whose progress would tell: without this, open pages go on announcing a start that has passed.
    parts.onChange({ workspaceId: plan.workspaceId, topics: ["campaigns"], by: null });
  }

  /** What the campaign begins with; null where something stops it, which is then what it waits for. */
  async function whole(plan: PlanRow, signal: AbortSignal): Promise<WholePart[] | null> {
    const { workspaceId } = plan;
    const content = contentOf(plan, []);
    const scope = await planScopeOf(core, plan);
    // What was planned may have become too much for the plan meanwhile.
    const lack = unpaidFor(core, scope, content);
    const why = lack === null ? await stopsOf(scope, { plan, content, isDue: true }) : [];
    if (lack !== null || why.length > 0) {
      await pause(plan, lack ?? reason("start_not_ready", { why: why.map(inner) }));
      return null;
    }
    const looked = await parts.audiences.look(scope, content.audience);
    const { recipients } = await parts.audiences.counted(looked);
    const nextAccount = await dealerOf(core, { workspaceId, content, recipients });
    const { audiences, waits } = parts;
    return writeStartLedger({ core, store, audiences, waits, plan, content, looked, nextAccount, signal });
  }

  async function begin(plan: PlanRow, { userId, signal }: Begun): Promise<void> {
    const all = isSend(plan) ? await held(store, plan) : await whole(plan, signal);
    if (all === null) return;
    const accepted = all.reduce((sum, one) => sum + one.accepted, 0);
    const key = keyOf(plan);
    const by = userId === null ? null : { userId };
    const activity = activityOf(core, { key, by, activity: reason("did_start", { recipients: accepted }) });
    const begun = await store.begin({ key, parts: all, at: clock.now(), activity });
    if (begun === null) throw new StartLost("it was cancelled or begun meanwhile");
    for (const { id: campaignId, state } of begun)
      if (state === "running")
        void parts.sender.tell({ kind: "begun", campaignId, workspaceId: key.workspaceId });
  }

  return async (plan: PlanRow, begun: Begun): Promise<void> => {
    const dueAt = dueOf(plan);
    const now = clock.now();
    if (dueAt === null || dueAt > now) return;
    const { zone } = contentOf(plan, []);
    // Whoever planned it for then may not want it any more.
    if (plan.state !== "starting" && now - dueAt > campaignLimits.lateMs)
      return pause(plan, reason("fell_due_late", { at: wallTimeOf(dueAt, zone).replace("T", " "), zone }));
    const starting = await plans.change({
      key: keyOf(plan),
      from: ["holding", "scheduled", "starting"],
      isPaused: false,
      set: { state: "starting", holdUntil: null },
      activities: [],
    });
    if (starting === null) return;
    await clear(starting, { store, ledger, waits: parts.waits });
    try {
      await begin(starting, begun);
    } catch (error) {
      await clear(starting, { store, ledger, waits: parts.waits });
      if (error instanceof PartFault) return pause(starting, reason(error.code));
      // Another worker has it, or a person decided otherwise.
      if (!(error instanceof StartLost)) throw error;
    }
  };
}

const keyOf = ({ workspaceId, id }: PlanRow) => ({ workspaceId, id });

/** When what was started is due; null of what was not, or waits for a person. */
function dueOf({ state, pausedBy, dueAt, holdUntil }: PlanRow): number | null {
  if (pausedBy !== null) return null;
  if (state === "starting") return 0;
  if (state === "holding") return holdUntil;
  return state === "scheduled" ? dueAt : null;
}

/** Whether it was sent without being composed: then its ledger is whole since it was accepted. */
function isSend({ content }: PlanRow): boolean {
  return content === null;
}

/** @throws {StartLost} where it was undone. */
async function held(store: PlanStartStore, { workspaceId, id }: PlanRow): Promise<WholePart[]> {
  const part = await store.heldOf({ workspaceId, id });
  if (part === null) throw new StartLost("nothing is left of it");
  return [part];
}

type Clearing = { store: PlanStartStore; ledger: Ledger; waits: Pick<Waits, "turn"> };

/** What an earlier try has left goes; nobody has got anything of it. */
async function clear(plan: PlanRow, { store, ledger, waits }: Clearing): Promise<void> {
  if (isSend(plan)) return;
  const { workspaceId, id } = plan;
  for (const campaignId of await store.leftBy({ workspaceId, id }))
    await ledger.removeAllOf({ workspaceId, campaignId }, waits);
  if (plan.kind === "sequence") await store.forgetEnrolments({ workspaceId, id });
}

/** Leads are shared out by what each account has left today. */
async function dealerOf(
  core: Core,
  of: { workspaceId: WorkspaceId; content: PlanContent; recipients: number },
): Promise<() => string> {
  const { workspaceId, content, recipients } = of;
  const now = core.clock.now();
  const all = await createCredentialStore(core.database).ownedBy(workspaceId);
  const accounts = all.filter(({ id }) => content.accounts.includes(id));
  const ids = accounts.map(({ id }) => id);
  const used = await createUsageStore(core.database).countsSince(ids, now - budgetLimits.windowMs);
  const capacities = accounts.map((account) => {
    const sentToday = used.get(account.id) ?? 0;
    const { leftToday } = sendForecast(account, { count: recipients, sentToday, now });
    return { leftToday, perDay: account.perDay };
  });
  return dealer(ids, shares(recipients, capacities));
}
