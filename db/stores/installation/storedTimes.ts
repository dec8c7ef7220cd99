import {
  type AnyColumn,
  and,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  notBetween,
  type SQL,
  sql,
  sum,
} from "drizzle-orm";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { clockLimits } from "../../../contract/limits/database.ts";
import { passwordResetLimits, sessionLimits } from "../../../contract/limits/identity.ts";
import { jobLimits } from "../../../contract/limits/jobs.ts";
import { oauthLimits } from "../../../contract/limits/oauth.ts";
import { budgetLimits, sendLimits } from "../../../contract/limits/sending.ts";
import { minuteMs, secondMs } from "../../../contract/limits/units.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { Builder, Database, Statement } from "../../database.ts";
import type { Tables } from "../../tables.ts";

/** The clock was at `from` and went on from `from + byMs`. */
type Step = { from: number; byMs: number };

export type StoredTimeStore = ReturnType<typeof createStoredTimeStore>;

/** Times on disk that something waits for, and what becomes of them when the clock turns out to have been wrong. */
export function createStoredTimeStore({ atomically, tables }: Database) {
  return {
    /**
     * The clock was set: what was near the moment before keeps its distance to the clock. So no budget is freed at
     * once, no put-off mail is given up early, and nothing waits longer than it would have.
     */
    async moveAlong(step: Step): Promise<void> {
      await atomically((write) => ({
        usage: moveUsage(write, tables, step),
        deliveries: moveDeliveries(write, tables, step),
        pauses: movePauses(write, tables, step),
        sessions: moveSessions(write, tables, step),
        jobs: moveJobs(write, tables, step),
        ...movePlans(write, tables, step),
      }));
    },

    /**
     * What lies farther ahead than it may is brought back, so that it holds nothing up, and makes nothing last, for
     * longer than its own time. @returns how many rows.
     */
    async bringBack(now: number): Promise<number> {
      const results = await atomically((write) => ({
        usage: bringUsage(write, tables, now),
        deliveries: bringDeliveries(write, tables, now),
        accounts: bringAccounts(write, tables, now),
        sessions: bringSessions(write, tables, now),
        jobs: bringJobs(write, tables, now),
        plans: bringPlans(write, tables, now),
      }));
      const each = Object.values(results).flat();
      return each.reduce<number>((sum, rows) => sum + (Array.isArray(rows) ? rows.length : 0), 0);
    },
  };
}

/**
 * Since when times were near the moment of a step: within their own window before it. What lies after a clock that
 * was set back was all written by the one that was ahead.
 */
function nearSince({ from, byMs }: Step, windowMs: number): number {
  return Math.min(from - windowMs, from + byMs);
}

/**
 * The same for what people begin, at that very moment too: whoever signs in while times are being moved has the new
 * clock's time, and would be signed out by a second move.
 */
function isFromBefore(column: AnyColumn, step: Step, windowMs: number): SQL | undefined {
  const setTo = step.from + step.byMs;
  return and(
    gt(column, nearSince(step, windowMs)),
    notBetween(column, setTo, setTo + clockLimits.movedWithinMs),
  );
}

const bucketMs = budgetLimits.bucketMs;

/** Over negative times, so that no minute is ever moved onto one that has not moved yet. */
function moveUsage(write: Builder, tables: Tables, step: Step): Statement[] {
  const { usage } = tables;
  // Up, so that what went out a moment ago never looks older than it is.
  const by = Math.ceil(step.byMs / bucketMs) * bucketMs;
  const { credentialId, count, workspaceId } = usage;
  const moved = write
    .select({ credentialId, bucketAt: sql<number>`-${usage.bucketAt}`.as("bucketAt"), count, workspaceId })
    .from(usage)
    .where(lt(usage.bucketAt, 0));
  return [
    write
      .update(usage)
      .set({ bucketAt: sql`-(${usage.bucketAt} + ${by})` })
      .where(gt(usage.bucketAt, nearSince(step, budgetLimits.windowMs))),
    write.insert(usage).select(moved).onConflictDoUpdate(beside(tables)),
    write.delete(usage).where(lt(usage.bucketAt, 0)),
  ];
}

/** Mails of minutes to come have gone out, so they count, as if in this minute. */
function bringUsage(write: Builder, tables: Tables, now: number): Statement[] {
  const { usage } = tables;
  const bucketAt = Math.floor(now / bucketMs) * bucketMs;
  const { credentialId, workspaceId } = usage;
  const ahead = write
    .select({
      credentialId,
      bucketAt: sql<number>`${bucketAt}`.as("bucketAt"),
      count: sql<number>`${sum(usage.count)}`.as("count"),
      workspaceId,
    })
    .from(usage)
    .where(gt(usage.bucketAt, bucketAt + bucketMs))
    .groupBy(credentialId, workspaceId);
  return [
    write.insert(usage).select(ahead).onConflictDoUpdate(beside(tables)),
    write
      .delete(usage)
      .where(gt(usage.bucketAt, bucketAt + bucketMs))
      .returning({ bucketAt: usage.bucketAt }),
  ];
}

/** Where that minute has mails already, these count beside them. */
function beside({ usage }: Tables) {
  return {
    target: [usage.credentialId, usage.bucketAt],
    set: { count: sql`${usage.count} + excluded.count` },
  };
}

/** Campaigns of which something may still go out. */
function open(write: Builder, { campaigns }: Tables) {
  return write
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(inArray(campaigns.state, ["running", "paused"]));
}

function moveDeliveries(write: Builder, tables: Tables, step: Step): Statement[] {
  const { deliveries } = tables;
  const { byMs } = step;
  const since = nearSince(step, sendLimits.retryForMs);
  const isOpen = inArray(deliveries.campaignId, open(write, tables));
  return [
    write
      .update(deliveries)
      .set({ firstTriedAt: sql`${deliveries.firstTriedAt} + ${byMs}` })
      .where(
        and(
          isOpen,
          inArray(deliveries.state, ["queued", "deferred", "sending"]),
          gt(deliveries.firstTriedAt, since),
        ),
      ),
    write
      .update(deliveries)
      .set({ dueAt: sql`${deliveries.dueAt} + ${byMs}` })
      .where(and(isOpen, eq(deliveries.state, "deferred"), gt(deliveries.dueAt, since))),
  ];
}

function bringDeliveries(write: Builder, tables: Tables, now: number): Statement[] {
  const { deliveries } = tables;
  const isOpen = inArray(deliveries.campaignId, open(write, tables));
  const inState = (state: DeliveryState) => and(isOpen, eq(deliveries.state, state));
  const id = { id: deliveries.id };
  const dueMax = now + sendLimits.retryForMs;
  return [
    write
      .update(deliveries)
      .set({ dueAt: now })
      .where(and(inState("queued"), isAhead(deliveries.dueAt, now)))
      .returning(id),
    write
      .update(deliveries)
      .set({ dueAt: dueMax })
      .where(and(inState("deferred"), isAhead(deliveries.dueAt, dueMax)))
      .returning(id),
    write
      .update(deliveries)
      .set({ firstTriedAt: now })
      .where(
        and(isOpen, inArray(deliveries.state, ["queued", "deferred"]), isAhead(deliveries.firstTriedAt, now)),
      ),
  ];
}

function movePauses(write: Builder, { credentials }: Tables, step: Step): Statement {
  return write
    .update(credentials)
    .set({ pausedUntil: sql`${credentials.pausedUntil} + ${step.byMs}` })
    .where(gt(credentials.pausedUntil, nearSince(step, sendLimits.dailyLimitRestMs)));
}

function bringAccounts(write: Builder, { credentials, campaigns }: Tables, now: number): Statement[] {
  // No rest is longer than that of a day's limit.
  const untilMax = now + sendLimits.dailyLimitRestMs;
  return [
    write
      .update(credentials)
      .set({ pausedUntil: untilMax })
      .where(isAhead(credentials.pausedUntil, untilMax))
      .returning({ id: credentials.id }),
    write
      .update(credentials)
      .set({ rampStartedAt: now })
      .where(isAhead(credentials.rampStartedAt, now))
      .returning({ id: credentials.id }),
    write
      .update(campaigns)
      .set({ finishedAt: now })
      .where(isAhead(campaigns.finishedAt, now))
      .returning({ id: campaigns.id }),
  ];
}

function moveSessions(write: Builder, tables: Tables, step: Step): Statement[] {
  const { byMs } = step;
  const { sessions, passwordResets, oauthStates } = tables;
  return [
    write
      .update(sessions)
      .set({
        createdAt: sql`${sessions.createdAt} + ${byMs}`,
        lastSeenAt: sql`${sessions.lastSeenAt} + ${byMs}`,
      })
      .where(isFromBefore(sessions.createdAt, step, sessionLimits.absoluteMs)),
    write
      .update(passwordResets)
      .set({ createdAt: sql`${passwordResets.createdAt} + ${byMs}` })
      .where(isFromBefore(passwordResets.createdAt, step, passwordResetLimits.linkMs)),
    write
      .update(oauthStates)
      .set({ createdAt: sql`${oauthStates.createdAt} + ${byMs}` })
      .where(isFromBefore(oauthStates.createdAt, step, oauthLimits.stateMs)),
  ];
}

/** A session or a link that was opened in the future would outlive its time by as much. */
function bringSessions(write: Builder, tables: Tables, now: number): Statement[] {
  const { sessions, passwordResets, oauthStates } = tables;
  return [
    write
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(isAhead(sessions.lastSeenAt, now))
      .returning({ id: sessions.id }),
    write.update(sessions).set({ createdAt: now }).where(isAhead(sessions.createdAt, now)),
    write
      .update(passwordResets)
      .set({ createdAt: now })
      .where(isAhead(passwordResets.createdAt, now))
      .returning({ id: passwordResets.id }),
    write
      .update(oauthStates)
      .set({ createdAt: now })
      .where(isAhead(oauthStates.createdAt, now))
      .returning({ id: oauthStates.id }),
  ];
}

/** Nothing is put off for longer than the longest wait. */
const { leaseMs, retryLongestMs: jobAheadMs } = jobLimits;

function moveJobs(write: Builder, { jobs }: Tables, step: Step): Statement[] {
  const { byMs } = step;
  return [
    write
      .update(jobs)
      .set({ dueAt: sql`${jobs.dueAt} + ${byMs}` })
      .where(gt(jobs.dueAt, nearSince(step, jobAheadMs))),
    write
      .update(jobs)
      .set({ leaseUntil: sql`${jobs.leaseUntil} + ${byMs}` })
      .where(gt(jobs.leaseUntil, nearSince(step, leaseMs))),
  ];
}

function bringJobs(write: Builder, { jobs }: Tables, now: number): Statement[] {
  const id = { id: jobs.id };
  return [
    write
      .update(jobs)
      .set({ dueAt: now + jobAheadMs })
      .where(isAhead(jobs.dueAt, now + jobAheadMs))
      .returning(id),
    write
      .update(jobs)
      .set({ leaseUntil: now + leaseMs })
      .where(isAhead(jobs.leaseUntil, now + leaseMs))
      .returning(id),
  ];
}

/**
 * What a sequence waits for, and the seconds in which a start can be taken back. A start that is planned for a moment of the
 * wall clock stays at that moment: whatever the clock was, it is the one that was meant.
 */
function movePlans(write: Builder, tables: Tables, step: Step) {
  const { enrolments, campaignPlans } = tables;
  const { byMs } = step;
  return {
    enrolments: write
      .update(enrolments)
      .set({ dueAt: sql`${enrolments.dueAt} + ${byMs}` })
      .where(and(isNull(enrolments.endedAt), gt(enrolments.dueAt, nearSince(step, campaignLimits.lateMs)))),
    held: write
      .update(campaignPlans)
      .set({ holdUntil: sql`${campaignPlans.holdUntil} + ${byMs}` })
      .where(
        and(
          eq(campaignPlans.state, "holding"),
          gt(campaignPlans.holdUntil, nearSince(step, campaignLimits.holdMaxSeconds * secondMs)),
        ),
      ),
    // What comes after a mail counts from when that was sent. Of one that was sent before, that is history.
    sent: byMs < 0 ? [moveSent(write, tables, step)] : [],
  };
}

/** Mails that were sent while the clock was ahead. */
function moveSent(write: Builder, tables: Tables, { from, byMs }: Step): Statement {
  const { deliveries } = tables;
  const setTo = from + byMs;
  return write
    .update(deliveries)
    .set({ sentAt: sql`${deliveries.sentAt} + ${byMs}` })
    .where(and(isSomeones(write, tables), gt(deliveries.sentAt, setTo + clockLimits.movedWithinMs)));
}

function bringPlans(write: Builder, tables: Tables, now: number): Statement[] {
  const { campaignPlans, deliveries, enrolments } = tables;
  const aheadMax = now + campaignLimits.delayMaxMinutes * minuteMs;
  const holdMax = now + campaignLimits.holdMaxSeconds * secondMs;
  return [
    write
      .update(deliveries)
      .set({ sentAt: now })
      .where(and(isSomeones(write, tables), isAhead(deliveries.sentAt, now)))
      .returning({ id: deliveries.id }),
    write
      .update(enrolments)
      .set({ dueAt: aheadMax })
      .where(and(isNull(enrolments.endedAt), isAhead(enrolments.dueAt, aheadMax)))
      .returning({ id: enrolments.leadId }),
    write
      .update(campaignPlans)
      .set({ holdUntil: holdMax })
      .where(and(eq(campaignPlans.state, "holding"), isAhead(campaignPlans.holdUntil, holdMax)))
      .returning({ id: campaignPlans.id }),
    // Whoever started it only now, by a clock that was ahead, is asked as everybody else of what is late.
    write
      .update(campaignPlans)
      .set({ startedAt: now })
      .where(and(eq(campaignPlans.state, "started"), isAhead(campaignPlans.startedAt, now)))
      .returning({ id: campaignPlans.id }),
  ];
}

/** The moments at which mails were sent are in the order of their workspaces. */
function isSomeones(write: Builder, { deliveries, workspaces }: Tables): SQL {
  return inArray(deliveries.workspaceId, write.select({ id: workspaces.workspaceId }).from(workspaces));
}

/** Farther ahead than two processes' clocks are apart. */
function isAhead(column: Parameters<typeof gt>[0], at: number) {
  return gt(column, at + clockLimits.jumpMs);
}
