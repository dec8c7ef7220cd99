import { and, gt, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import type { Tables } from "../../../tables.ts";

type Given = {
  at: number;
  /** Whether the sequence's first mail is due as soon as anybody is in it. */
  isFirstDueAtOnce: boolean;
};

/**
 * When leads are looked at next who have an account again. Those whose mail was due while theirs was gone would be looked at
 * within an hour (`server/campaigns/sequences/goneAccounts.ts`). Nobody can tell them from those who are due within that hour
 * anyway; but since when whoever had a mail waits for the next one is told by that mail, so that they can all be looked at now.
 */
export function dueWithAccount(tables: Tables, { at, isFirstDueAtOnce }: Given): SQL<number> {
  const { campaigns, deliveries, enrolments } = tables;
  const { dueAt } = enrolments;
  const now = sql`cast(${at} as bigint)`;
  const hadItsMail = sql`exists (select 1 from ${deliveries} join ${campaigns} on ${campaigns.id} = ${deliveries.campaignId}
    where ${deliveries.id} = ${enrolments.deliveryId} and ${deliveries.workspaceId} = ${enrolments.workspaceId}
      and ${deliveries.state} = 'sent' and ${campaigns.step} = ${enrolments.step})`;
  const isSoon = and(gt(dueAt, at), lte(dueAt, at + campaignLimits.unsentLookMaxMs));
  const mayBeNow = or(hadItsMail, isFirstDueAtOnce ? lt(enrolments.step, 0) : undefined);
  return sql`case when ${and(isSoon, mayBeNow)} then ${now} else ${dueAt} end`;
}
