import {
  type AnyColumn,
  and,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  notBetween,
  or,
  type SQL,
  sql,
  sum,
} from "drizzle-orm";
import { oauthLimits } from "../../../contract/limits/accounts/oauth.ts";
import { clockLimits } from "../../../contract/limits/database.ts";
import { passwordResetLimits, sessionLimits } from "../../../contract/limits/identity.ts";
import { jobLimits } from "../../../contract/limits/jobs.ts";
import { budgetLimits, sendLimits } from "../../../contract/limits/sending.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { Builder, Database, Statement } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { isAhead, nearSince, type Step } from "./clockSteps.ts";
import { bringPlans, movePlans } from "./storedPlanTimes.ts";

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
 * What was near the moment of a step, for what people begin at that very moment too: whoever signs in while times are
 * being moved has the new clock's time, and would be signed out by a second move.
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

/**
 * Tries that failed wait no longer than the longest wait. The start of a campaign lies at the moment that a person
 * chose; what comes back by itself has its own time, up to a day, and begins anew with its worker.
 */
function bringJobs(write: Builder, { jobs }: Tables, now: number): Statement[] {
  const id = { id: jobs.id };
  const isTriedAgain = and(ne(jobs.kind, "campaignStart"), or(isNull(jobs.key), ne(jobs.key, jobs.kind)));
  return [
    write
      .update(jobs)
      .set({ dueAt: now + jobAheadMs })
      .where(and(isTriedAgain, isAhead(jobs.dueAt, now + jobAheadMs)))
      .returning(id),
    write
      .update(jobs)
      .set({ leaseUntil: now + leaseMs })
      .where(isAhead(jobs.leaseUntil, now + leaseMs))
      .returning(id),
  ];
}
