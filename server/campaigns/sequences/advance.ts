import { leavable } from "../../../contract/campaigns/leavable.ts";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { clockLimits } from "../../../contract/limits/database.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import { inner, type Reason, reason } from "../../../contract/reasons.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import { JobLost, jobDatabase } from "../../../db/jobDatabase.ts";
import { createAutomaticPauseStore } from "../../../db/stores/campaigns/plans/automaticPauses.ts";
import { createOtherAddressStore } from "../../../db/stores/campaigns/plans/otherAddresses.ts";
import { createPlanActivityStore } from "../../../db/stores/campaigns/plans/planActivity.ts";
import { createPlanListStore } from "../../../db/stores/campaigns/plans/planLists.ts";
import type { PlanKey, PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import { createPlanStore } from "../../../db/stores/campaigns/plans/plans.ts";
import { type Advance, createAdvancingStore } from "../../../db/stores/campaigns/sequences/advancing.ts";
import { createStandingStore, type DueLead } from "../../../db/stores/campaigns/sequences/standings.ts";
import type { Core } from "../../core/core.ts";
import type { Waits } from "../../core/waits.ts";
import { wallTimeOf } from "../../core/zonedTime.ts";
import type { JobHandler, JobUnderWay } from "../../jobs/handler.ts";
import { createLeadFieldReader } from "../../leads/index.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { messageIdOf } from "../mails.ts";
import { activityOf } from "../plans/planActivities.ts";
import { contentOf } from "../plans/planAnswer.ts";
import { unpaidSince } from "../plans/unpaid.ts";
import { withoutGone } from "./goneAccounts.ts";
import { type Move, nextMove, type Standing } from "./nextMove.ts";
import { PartFault } from "./PartFault.ts";
import { createPartMaker } from "./parts.ts";
import { applyStepChange } from "./stepMoves.ts";
import { variantFor } from "./variants.ts";

type SequenceParts = {
  sender: Pick<SendingPort, "tell">;
  waits: Pick<Waits, "turn">;
};

/**
 * Moves the leads of a sequence on that are due, some at a time: what each is to get follows from the tables, and is
 * written together with where it stands then, in one commit that only the job's holder can make. So a kill leaves each
 * lead where it was or where it goes, and nobody gets a step twice or is forgotten.
 */
export function createSequenceAdvance(core: Core, parts: SequenceParts): JobHandler {
  return {
    async run(job) {
      const { planId } = job.payload as { planId: string };
      try {
        await applySteps(core, parts, { job, planId });
        let hasMoved = false;
        const stepsElsewhere = stepsElsewhereOnce(core, parts);
        while (await advanceSome(core, parts, { job, planId, stepsElsewhere })) {
          hasMoved = true;
          job.signal.throwIfAborted();
          await parts.waits.turn();
        }
        if (hasMoved) await tellWhole(core, parts, planId);
      } catch (error) {
        // Whoever has it now does the rest.
        if (!(error instanceof JobLost)) throw error;
      }
    },
  };
}

type Slice = { job: JobUnderWay; planId: string };

type StepsElsewhere = (key: PlanKey) => Promise<Map<string, Set<number>>>;

/** The steps that addresses had by other leads: looked for once a turn, and only where an address has changed. */
function stepsElsewhereOnce(core: Core, { waits }: Pick<SequenceParts, "waits">): StepsElsewhere {
  let found: Promise<Map<string, Set<number>>> | null = null;
  return (key) => {
    found ??= createOtherAddressStore(core.database, waits).ofSteps(key);
    return found;
  };
}

/** What comes next, and whether anything does, is of the whole, of which no part tells while nothing of it is sent. */
async function tellWhole(core: Core, { sender }: SequenceParts, planId: string): Promise<void> {
  const plan = await createPlanStore(core.database).byId(planId);
  if (plan === null) return;
  const parts = await createPlanListStore(core.database).partsOf(plan.workspaceId, [planId]);
  const campaignId = parts.at(-1)?.campaign.id;
  if (campaignId !== undefined)
    void sender.tell({ kind: "changed", campaignId, workspaceId: plan.workspaceId });
}

/** Also of one that is paused, so that all is as it was said to be when it goes on. */
async function applySteps(core: Core, { waits }: SequenceParts, { job, planId }: Slice): Promise<void> {
  const plan = await createPlanStore(core.database).byId(planId);
  if (plan === null) return;
  await applyStepChange(jobDatabase(core.database, job), { plan, signal: job.signal, waits });
}

/** True where there may be more to do at once. */
async function advanceSome(
  core: Core,
  parts: SequenceParts,
  { job, planId, stepsElsewhere }: Slice & { stepsElsewhere: StepsElsewhere },
): Promise<boolean> {
  const plan = await createPlanStore(core.database).byId(planId);
  if (plan === null || plan.state !== "started" || plan.pausedBy !== null || plan.stepChange !== null)
    return false;
  const content = contentOf(plan, []);
  const now = core.clock.now();
  const lack = await unpaidSince(core, plan);
  if (lack !== null) {
    await pauseWhole(core, { plan, why: lack, parts });
    return false;
  }
  const countMax = campaignLimits.advanceBatch;
  const key = { workspaceId: plan.workspaceId, id: plan.id };
  const due = await createStandingStore(core.database).dueOf({ ...key, now, countMax });
  const [first] = due;
  if (first === undefined) return false;
  const store = createAdvancingStore(jobDatabase(core.database, job));
  const facts = await factsOf(core, { plan, content, due, stepsElsewhere });
  const decided = due.map((lead) => ({ lead, move: nextMove(content, standingOf(lead, facts), now) }));
  const named = await namingFields(core, plan, decided);
  const moves = await withoutGone(core, plan, { moves: named, now });
  if (moves === null) {
    await pauseWhole(core, { plan, why: reason("account_removed"), parts });
    return false;
  }
  const lateAt = await lateSince(core, plan, moves);
  if (lateAt !== null) {
    const why = reason("fell_due_late", { at: wallTimeOf(lateAt, content.zone), zone: content.zone });
    await pauseWhole(core, { plan, why, parts });
    return false;
  }
  try {
    const rows = await rowsOf(core, { plan, content, moves, now });
    const grown = await store.advance({ key: { ...key, version: plan.version }, at: now, rows });
    // What it was decided from is no longer so: it is looked at anew when it is next asked what is due, not at once for ever.
    if (grown === null) return false;
    // Its lane counts anew, and finishes where nothing is left.
    for (const campaignId of withdrawnFrom(moves, rows))
      void parts.sender.tell({ kind: "reread", campaignId, workspaceId: plan.workspaceId });
    // A part that is known to its lane is read anew; one that is not begins.
    for (const { id, workspaceId } of grown) {
      void parts.sender.tell({ kind: "begun", campaignId: id, workspaceId });
      void parts.sender.tell({ kind: "reread", campaignId: id, workspaceId });
    }
  } catch (error) {
    if (!(error instanceof PartFault)) throw error;
    await pauseWhole(core, { plan, why: reason(error.code), parts });
    return false;
  }
  return true;
}

function withdrawnFrom(moves: readonly Moved[], rows: readonly Advance[]): Set<string> {
  const gone = new Set(rows.map(({ withdrawn }) => withdrawn?.deliveryId));
  return new Set(
    moves.flatMap(({ lead: { deliveryId, mail } }) =>
      mail !== null && deliveryId !== null && gone.has(deliveryId) ? [mail.campaignId] : [],
    ),
  );
}

type Moved = { lead: DueLead; move: Move };

/** What ended a sequence is told people, who know a field by its name; a field that is needed is not deleted. */
async function namingFields(core: Core, plan: PlanRow, moves: readonly Moved[]): Promise<readonly Moved[]> {
  const codes = moves.map(({ move }) => (move.kind === "end" ? move.why.code : null));
  if (!codes.includes("stopped_by_field")) return moves;
  const names = new Map((await createLeadFieldReader(core)(plan)).map(({ id, label }) => [id, label]));
  return moves.map(({ lead, move }) => {
    if (move.kind !== "end" || move.why.code !== "stopped_by_field") return { lead, move };
    const id = String(move.why.params.field);
    return { lead, move: { ...move, why: reason("stopped_by_field", { field: names.get(id) ?? id }) } };
  });
}

/** When mails fell due, if that was too long ago for them to go without being asked; what a person let go on may go. */
async function lateSince(core: Core, plan: PlanRow, moves: readonly Moved[]): Promise<number | null> {
  const now = core.clock.now();
  const latest = now - campaignLimits.lateMs;
  const due = moves.map(({ move }) => (move.kind === "mail" ? move.dueAt : Number.POSITIVE_INFINITY));
  const dueAt = due.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  if (dueAt >= latest || (plan.startedAt ?? 0) >= latest) return null;
  const saidAt = await createPlanActivityStore(core.database).latestAt(plan, {
    codes: ["did_resume", "did_change_steps", "did_move"],
    // What a person did by a clock that was ahead was not done just now. Two processes' clocks are apart.
    until: now + clockLimits.jumpMs,
  });
  return saidAt !== null && saidAt >= latest ? null : dueAt;
}

type Pausing = {
  plan: PlanRow;
  why: Reason;
  parts: Pick<SequenceParts, "sender">;
};

/** The whole waits for a person. */
export async function pauseWhole(core: Core, { plan, why, parts }: Pausing): Promise<void> {
  const activity = activityOf(core, {
    key: plan,
    by: null,
    activity: reason("did_pause", { why: inner(why) }),
  });
  const paused = await createAutomaticPauseStore(core.database).pauseWhole({ key: plan, why, activity });
  for (const { id, workspaceId } of paused ?? [])
    void parts.sender.tell({ kind: "changed", campaignId: id, workspaceId });
}

type Deciding = { plan: PlanRow; content: PlanContent; due: readonly DueLead[] };

/** What becomes of each of them, with the parts that their mails are of. */
async function rowsOf(
  core: Core,
  {
    plan,
    content,
    moves,
    now,
  }: { plan: PlanRow; content: PlanContent; moves: readonly Moved[]; now: number },
): Promise<Advance[]> {
  const maker = createPartMaker(core, plan, content);
  const rows: Advance[] = [];
  for (const { lead: one, move } of moves) {
    const of = { leadId: one.leadId, from: { step: one.step, deliveryId: one.deliveryId }, step: move.step };
    const step = content.steps[move.step];
    if (move.kind === "wait") rows.push({ ...of, dueAt: move.until, end: null, mail: null });
    else if (move.kind === "end")
      rows.push({ ...of, dueAt: null, end: move.why, mail: null, ...withdrawnOf(one, move.why) });
    else if (step !== undefined && one.lead !== null) {
      const variantId = variantFor(step, { planId: plan.id, leadId: one.leadId });
      const zone = one.zone ?? content.zone;
      const answers = step.sameThread ? (one.mail?.subject ?? null) : null;
      const { credentialId } = one;
      const part = await maker.partFor({ step: move.step, variantId, credentialId, zone, answers });
      const thread = step.sameThread ? threadOf(one) : null;
      const mail = { id: core.newId(), campaignId: part.id, email: one.lead.email, thread };
      rows.push({ ...of, dueAt: now + campaignLimits.unsentLookMs, end: null, mail });
    }
  }
  return rows;
}

/** What ends a sequence keeps a mail from going that still waits for its turn, its hours or another try. */
function withdrawnOf({ deliveryId, mail }: DueLead, why: Reason): Pick<Advance, "withdrawn"> {
  const isOpen = mail?.state === "queued" || mail?.state === "deferred";
  return isOpen && deliveryId !== null ? { withdrawn: { deliveryId, why } } : {};
}

/** The mails that the next one answers, by their Message-IDs. */
function threadOf({ deliveryId, mail }: DueLead): string | null {
  if (deliveryId === null || mail === null) return null;
  const id = messageIdOf(deliveryId, mail.fromEmail);
  return mail.thread === null ? id : `${mail.thread} ${id}`;
}

type Facts = {
  had: Map<string, Set<number>>;
  mayComeBack: Set<string>;
  clicked: Set<string>;
  replied: Set<string>;
  followed: Map<string, Set<string>>;
  members: Set<string> | null;
};

/** What is asked of all of them at once, where the rules ask for it. */
async function factsOf(
  core: Core,
  { plan, content, due, stepsElsewhere }: Deciding & { stepsElsewhere: StepsElsewhere },
): Promise<Facts> {
  const store = createStandingStore(core.database);
  const { workspaceId, id } = plan;
  const leadIds = due.map(({ leadId }) => leadId);
  const { stop, steps } = content;
  const asksLinks = steps.some(({ condition }) => condition.kind === "clicked" && condition.link !== null);
  const followable = due.flatMap(({ deliveryId, mail }) =>
    mail?.clickedAt && deliveryId ? [deliveryId] : [],
  );
  const collectionIds = toStayIn(content);
  const gone = due.flatMap(({ leadId, lead }) => (lead === null ? [leadId] : []));
  const after = core.clock.now() - leadLimits.undoMs;
  // By its own mails nobody can have been there before.
  const haveMoved = due.some(({ lead, mail }) => lead && mail && lead.email !== mail.email);
  return {
    had: haveMoved ? await stepsElsewhere({ workspaceId, id }) : new Map(),
    mayComeBack:
      gone.length > 0 ? await store.deletedAmong({ workspaceId, leadIds: gone, after }) : new Set(),
    clicked: stop.onClick ? await store.clickedAmong({ workspaceId, id, leadIds }) : new Set(),
    replied: stop.onReply ? await store.repliedAmong({ workspaceId, id, leadIds }) : new Set(),
    followed: asksLinks ? await store.followedIn(workspaceId, followable) : new Map(),
    members:
      collectionIds === null ? null : await store.membersAmong({ workspaceId, collectionIds, leadIds }),
  };
}

/** The collections that its leads can only have come by; null where they may have come another way, or need not stay. */
function toStayIn({ stop, audience }: PlanContent): string[] | null {
  return stop.onLeaving && leavable(audience) ? audience.collections : null;
}

function standingOf(one: DueLead, facts: Facts): Standing {
  const { clicked, replied, followed, members, mayComeBack, had } = facts;
  const { leadId, deliveryId, mail, lead, step, dueAt, isSuppressed, isBounced } = one;
  return {
    step,
    dueAt,
    mail: mail && { ...mail, followed: followed.get(deliveryId ?? "") ?? new Set() },
    lead: lead && { optout: lead.optout, isSuppressed, isBounced, fields: lead.fields },
    mayComeBack: mayComeBack.has(leadId),
    had: had.get(lead?.email ?? "") ?? new Set(),
    hasClicked: clicked.has(leadId),
    hasReplied: replied.has(leadId),
    hasLeft: members !== null && !members.has(leadId),
  };
}
