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
import { type Builder, bound, type Database, type Shape, type Statement } from "../../database.ts";
import { isFile } from "../../isFile.ts";
import { jsonSqlOf } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { unlessUnchanged } from "../../unlessUnchanged.ts";
import { int } from "../jobs/enqueueing.ts";
import { fromNow, isAhead, nearSince, type Step } from "./clockSteps.ts";
import { clockMetaKeys } from "./meta.ts";
import { bringingPlans, movePlans } from "./storedPlanTimes.ts";

export type StoredTimeStore = ReturnType<typeof createStoredTimeStore>;

/** Times on disk that something waits for, and what becomes of them when the clock turns out to have been wrong. */
export function createStoredTimeStore({ atomically, tables }: Database) {
  return {
    /**
     * The clock was set: what was near the moment before keeps its distance to the clock. So no budget is freed at
     * once, no put-off mail is given up early, and nothing waits longer than it would have. Whoever does not know whether
     * that was done, as its answer was lost, may ask again: a step is gone along with once.
     */
    async moveAlong(step: Step): Promise<void> {
      await unlessUnchanged((unchanged) =>
        atomically(
          (write) => ({
            noted: noteMoved(write, tables, step),
            usage: moveUsage(write, tables, step),
            deliveries: moveDeliveries(write, tables, step),
            pauses: movePauses(write, tables, step),
            sessions: moveSessions(write, tables, step),
            jobs: moveJobs(write, tables, step),
            ...movePlans(write, tables, step),
          }),
          ({ noted }) => {
            if (noted.length === 0) throw unchanged;
          },
        ),
      );
    },

    /**
     * What lies farther ahead than it may is brought back, so that it holds nothing up, and makes nothing last, for
     * longer than its own time. @returns how many rows.
     */
    async bringBack(now: number): Promise<number> {
      const values = { now, bucketAt: Math.floor(now / bucketMs) * bucketMs };
      const { brought } = await atomically(() => ({
        brought: bringing.map((shape) => bound(shape, values)),
      }));
      return brought.reduce<number>((sum, rows) => sum + (Array.isArray(rows) ? rows.length : 0), 0);
    },
  };
}

/**
 * Answers nothing if the step was noted already. Where a shared database's own clock was set, each process comes upon
 * that at a moment of its own, and times that all of them keep are to be moved once.
 */
function noteMoved(write: Builder, tables: Tables, { from, byMs }: Step) {
  const { meta } = tables;
  const value = { from, byMs };
  const isFar = (name: keyof Step, ms: number) =>
    sql`abs(${jsonSqlOf(tables).numberAt(meta.value, name)} - ${value[name]}) > ${ms}`;
  const isOther = isFile(tables)
    ? ne(meta.value, value)
    : or(isFar("from", clockLimits.believeAfterMs), isFar("byMs", clockLimits.jumpMs));
  return write
    .insert(meta)
    .values({ key: clockMetaKeys.moved, value })
    .onConflictDoUpdate({ target: meta.key, set: { value }, ...(isOther && { setWhere: isOther }) })
    .returning({ key: meta.key });
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

const thisMinute = int(sql.placeholder("bucketAt"));
const isMinuteAhead = ({ usage }: Tables) => gt(usage.bucketAt, sql`${thisMinute} + ${bucketMs}`);

/** Mails of minutes to come have gone out, so they count, as if in this minute. */
const bringingUsage: readonly Shape<unknown>[] = [
  (write, tables) => {
    const { credentialId, workspaceId, count } = tables.usage;
    const ahead = write
      .select({
        credentialId,
        bucketAt: sql<number>`${thisMinute}`.as("bucketAt"),
        count: sql<number>`${sum(count)}`.as("count"),
        workspaceId,
      })
      .from(tables.usage)
      .where(isMinuteAhead(tables))
      .groupBy(credentialId, workspaceId);
    return write.insert(tables.usage).select(ahead).onConflictDoUpdate(beside(tables));
  },
  (write, tables) =>
    write.delete(tables.usage).where(isMinuteAhead(tables)).returning({ bucketAt: tables.usage.bucketAt }),
];

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

const isOpenIn = (write: Builder, tables: Tables, state: DeliveryState): SQL | undefined =>
  and(inArray(tables.deliveries.campaignId, open(write, tables)), eq(tables.deliveries.state, state));

const bringingDeliveries: readonly Shape<unknown>[] = [
  (write, tables) => {
    const { id, dueAt } = tables.deliveries;
    return write
      .update(tables.deliveries)
      .set({ dueAt: fromNow(0) })
      .where(and(isOpenIn(write, tables, "queued"), isAhead(dueAt, 0)))
      .returning({ id });
  },
  (write, tables) => {
    const { id, dueAt } = tables.deliveries;
    return write
      .update(tables.deliveries)
      .set({ dueAt: fromNow(sendLimits.retryForMs) })
      .where(and(isOpenIn(write, tables, "deferred"), isAhead(dueAt, sendLimits.retryForMs)))
      .returning({ id });
  },
  (write, tables) => {
    const { campaignId, state, firstTriedAt } = tables.deliveries;
    const isOpen = inArray(campaignId, open(write, tables));
    return write
      .update(tables.deliveries)
      .set({ firstTriedAt: fromNow(0) })
      .where(and(isOpen, inArray(state, ["queued", "deferred"]), isAhead(firstTriedAt, 0)));
  },
];

function movePauses(write: Builder, { credentials }: Tables, step: Step): Statement {
  return write
    .update(credentials)
    .set({ pausedUntil: sql`${credentials.pausedUntil} + ${step.byMs}` })
    .where(gt(credentials.pausedUntil, nearSince(step, sendLimits.dailyLimitRestMs)));
}

// No rest is longer than that of a day's limit.
const restMaxMs = sendLimits.dailyLimitRestMs;

const bringingAccounts: readonly Shape<unknown>[] = [
  (write, { credentials }) =>
    write
      .update(credentials)
      .set({ pausedUntil: fromNow(restMaxMs) })
      .where(isAhead(credentials.pausedUntil, restMaxMs))
      .returning({ id: credentials.id }),
  (write, { credentials }) =>
    write
      .update(credentials)
      .set({ rampStartedAt: fromNow(0) })
      .where(isAhead(credentials.rampStartedAt, 0))
      .returning({ id: credentials.id }),
  (write, { campaigns }) =>
    write
      .update(campaigns)
      .set({ finishedAt: fromNow(0) })
      .where(isAhead(campaigns.finishedAt, 0))
      .returning({ id: campaigns.id }),
];

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
const bringingSessions: readonly Shape<unknown>[] = [
  (write, { sessions }) =>
    write
      .update(sessions)
      .set({ lastSeenAt: fromNow(0) })
      .where(isAhead(sessions.lastSeenAt, 0))
      .returning({ id: sessions.id }),
  (write, { sessions }) =>
    write
      .update(sessions)
      .set({ createdAt: fromNow(0) })
      .where(isAhead(sessions.createdAt, 0)),
  (write, { passwordResets }) =>
    write
      .update(passwordResets)
      .set({ createdAt: fromNow(0) })
      .where(isAhead(passwordResets.createdAt, 0))
      .returning({ id: passwordResets.id }),
  (write, { oauthStates }) =>
    write
      .update(oauthStates)
      .set({ createdAt: fromNow(0) })
      .where(isAhead(oauthStates.createdAt, 0))
      .returning({ id: oauthStates.id }),
];

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
const bringingJobs: readonly Shape<unknown>[] = [
  (write, { jobs }) => {
    const isTriedAgain = and(ne(jobs.kind, "campaignStart"), or(isNull(jobs.key), ne(jobs.key, jobs.kind)));
    return write
      .update(jobs)
      .set({ dueAt: fromNow(jobAheadMs) })
      .where(and(isTriedAgain, isAhead(jobs.dueAt, jobAheadMs)))
      .returning({ id: jobs.id });
  },
  (write, { jobs }) =>
    write
      .update(jobs)
      .set({ leaseUntil: fromNow(leaseMs) })
      .where(isAhead(jobs.leaseUntil, leaseMs))
      .returning({ id: jobs.id }),
];

/** Each start runs them: built anew they cost many times what they do. */
const bringing: readonly Shape<unknown>[] = [
  ...bringingUsage,
  ...bringingDeliveries,
  ...bringingAccounts,
  ...bringingSessions,
  ...bringingJobs,
  ...bringingPlans,
];
