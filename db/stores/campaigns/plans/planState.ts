import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { CampaignKind, PlanState } from "../../../../contract/schemas/campaignPlan.ts";
import { jsonSqlOf } from "../../../json/jsonSql.ts";
import type { Tables } from "../../../tables.ts";
import type { PlanRow } from "./planRows.ts";

/**
 * How many parts of a campaign are in each state. `waiting` are those that wait for the better variant, which people do not
 * see as a pause.
 */
export type PartStates = {
  running: number;
  paused: number;
  waiting: number;
  cancelled: number;
  finished: number;
};

/** Whether a part waits for the better variant. */
export function isWaitingPart({ campaigns }: Tables): SQL {
  return sql`(${campaigns.pausedBy} is not null and ${campaigns.pausedBy} = 'test')`;
}

/** What a person may resume: everything paused, except parts that wait for the better variant. */
export function isHeldUp(tables: Tables): SQL | undefined {
  return and(eq(tables.campaigns.state, "paused"), not(isWaitingPart(tables)));
}

/**
 * The state of a campaign. `hasMoreToCome` is true for a sequence with leads that have not finished it. The same in SQL,
 * for lists, is below.
 */
export function planStateOf(
  plan: Pick<PlanRow, "state" | "pausedBy">,
  parts: PartStates,
  hasMoreToCome: boolean,
): PlanState {
  const { state } = plan;
  // A send that was not composed is shown to nobody before it is accepted.
  if (state === "preparing") return "starting";
  if (state === "scheduled" || state === "starting") return plan.pausedBy === null ? state : "paused";
  if (state !== "started") return state;
  if (parts.running > 0) return "running";
  if (plan.pausedBy !== null || parts.paused > 0) return "paused";
  if (parts.waiting > 0 || hasMoreToCome) return "running";
  return parts.cancelled > 0 && parts.finished === 0 ? "cancelled" : "finished";
}

/**
 * Whether a sequence has leads that have not finished it, or goes on enrolling whoever joins; for the statements that show
 * it.
 */
export function hasMoreToComeSql(tables: Tables): SQL<boolean> {
  const { campaignPlans, enrolments } = tables;
  const joinLater = jsonSqlOf(tables).isAt(campaignPlans.audience, "joinLater", true);
  const takesIn = sql`(${campaignPlans.state} = 'started' and coalesce(${joinLater}, false))`;
  return sql<boolean>`(${campaignPlans.kind} = ${"sequence" satisfies CampaignKind} and (${takesIn} or exists (select 1 from ${enrolments}
    where ${enrolments.planId} = ${campaignPlans.id} and ${enrolments.workspaceId} = ${campaignPlans.workspaceId}
    and ${enrolments.endedAt} is null)))`.mapWith(Boolean);
}

/** The same as `planStateOf`, for the row of `campaignPlans` that a statement reads. */
export function planStateSql(tables: Tables): SQL<PlanState> {
  const { campaignPlans: plan, campaigns: part } = tables;
  const hasPart = (where: SQL) =>
    sql`exists (select 1 from ${part} where ${part.planId} = ${plan.id} and ${part.workspaceId} = ${plan.workspaceId} and ${where})`;
  return sql<PlanState>`case
    when ${plan.state} = 'preparing' then 'starting'
    when ${plan.state} in ('scheduled', 'starting') and ${plan.pausedBy} is not null then 'paused'
    when ${plan.state} <> 'started' then ${plan.state}
    when ${hasPart(sql`${part.state} = 'running'`)} then 'running'
    when ${plan.pausedBy} is not null then 'paused'
    when ${hasPart(sql`${part.state} = 'paused' and not ${isWaitingPart(tables)}`)} then 'paused'
    when ${hasPart(sql`${part.state} = 'paused'`)} then 'running'
    when ${hasMoreToComeSql(tables)} then 'running'
    when ${hasPart(sql`${part.state} = 'cancelled'`)} and not ${hasPart(sql`${part.state} = 'finished'`)} then 'cancelled'
    else 'finished' end`;
}
