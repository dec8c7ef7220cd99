import { and, asc, eq, isNotNull, isNull, type SQLWrapper, sql } from "drizzle-orm";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import { minuteMs } from "../../../../contract/limits/units.ts";
import type { DeliveryState } from "../../../../contract/schemas/campaign.ts";
import type { CampaignStep } from "../../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import type { PlanRow } from "./planRows.ts";

/** When the next lead of a sequence is due, and the step that it has reached; null if none is. */
type NextDue = { nextDueAt: number | null; nextFrom: number | null };

/** What the statement that shows a campaign reads of the lead that is looked at next, by the index of due times. */
export function nextDueColumns(tables: Tables) {
  const { campaignPlans, enrolments, deliveries } = tables;
  const latest = sql`${deliveries.id} = ${enrolments.deliveryId} and ${deliveries.workspaceId} = ${enrolments.workspaceId}`;
  const isUncertain = sql`exists (select 1 from ${deliveries} where ${latest}
    and ${deliveries.state} = ${"uncertain" satisfies DeliveryState})`;
  const sentAt = sql`(select ${deliveries.sentAt} from ${deliveries} where ${latest})`;
  const first = (column: SQLWrapper) => sql<number | null>`(select ${column} from ${enrolments}
    where ${enrolments.planId} = ${campaignPlans.id} and ${enrolments.workspaceId} = ${campaignPlans.workspaceId}
    and ${enrolments.endedAt} is null and ${enrolments.dueAt} is not null and not ${isUncertain}
    order by ${enrolments.dueAt} limit 1)`;
  const numberOf = (value: unknown) => (value === null ? null : Number(value));
  return {
    nextDueAt: first(enrolments.dueAt).mapWith(numberOf),
    nextFrom: first(enrolments.step).mapWith(numberOf),
    nextSentAt: first(sentAt).mapWith(numberOf),
  };
}

type Shown = NextDue & { nextSentAt: number | null; plan: Pick<PlanRow, "id" | "workspaceId" | "content"> };

/**
 * Whoever has just had a mail is looked at soon, for what became of it, and whoever had the last one gets nothing then. Where
 * the first that is due is one of them, the mail that is due first is looked for among the leads behind it as well.
 */
export function createNextDue({ read, tables }: Database) {
  const { enrolments, deliveries } = tables;
  return async ({ nextDueAt, nextFrom, nextSentAt, plan }: Shown): Promise<NextDue> => {
    const steps = plan.content?.steps ?? [];
    if (nextDueAt === null || nextFrom === null || steps.length === 0) return { nextDueAt, nextFrom };
    const first = { dueAt: nextDueAt, step: nextFrom, sentAt: nextSentAt };
    if (mailAt(steps, first) === nextDueAt) return { nextDueAt, nextFrom };
    const rows = await read
      .select({
        dueAt: enrolments.dueAt,
        step: enrolments.step,
        sentAt: deliveries.sentAt,
        state: deliveries.state,
      })
      .from(enrolments)
      .leftJoin(
        deliveries,
        and(eq(deliveries.id, enrolments.deliveryId), eq(deliveries.workspaceId, enrolments.workspaceId)),
      )
      .where(
        and(
          eq(enrolments.planId, plan.id),
          eq(enrolments.workspaceId, plan.workspaceId),
          isNull(enrolments.endedAt),
          isNotNull(enrolments.dueAt),
        ),
      )
      .orderBy(asc(enrolments.dueAt))
      .limit(campaignLimits.nextDueLooks);
    const mails = rows.flatMap(({ state, dueAt, ...row }) => {
      const at = state === "uncertain" || dueAt === null ? null : mailAt(steps, { ...row, dueAt });
      return at === null ? [] : [{ nextDueAt: at, nextFrom: row.step }];
    });
    const [next] = mails.toSorted((a, b) => a.nextDueAt - b.nextDueAt);
    return next ?? { nextDueAt, nextFrom };
  };
}

type Due = { dueAt: number; step: number; sentAt: number | null };

/** When a lead's next mail is due; null where it has had the last one. */
function mailAt(steps: readonly CampaignStep[], { dueAt, step, sentAt }: Due): number | null {
  const next = steps[step + 1];
  if (next === undefined) return null;
  return Math.max(dueAt, sentAt === null ? 0 : sentAt + next.delayMinutes * minuteMs);
}
