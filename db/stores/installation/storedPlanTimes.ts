import { and, between, eq, exists, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { campaignLimits } from "../../../contract/limits/campaigns.ts";
import { clockLimits } from "../../../contract/limits/database.ts";
import { minuteMs, secondMs } from "../../../contract/limits/units.ts";
import type { Builder, Shape, Statement } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { fromNow, isAhead, nearSince, type Step } from "./clockSteps.ts";

/**
 * What a sequence waits for, and the seconds in which a start can be taken back. A start that is planned for a moment of the
 * wall clock stays at that moment: whatever the clock was, it is the one that was meant.
 */
export function movePlans(write: Builder, tables: Tables, step: Step) {
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
    // What comes after a mail counts from when that was sent. Of what went long before, that is history.
    sent: byMs < 0 ? moveSent(write, tables, step) : moveLatelySent(write, tables, step),
    // No part is shown as one that is yet to be made.
    made: byMs < 0 ? moveMade(write, tables, step) : [],
  };
}

/** Its leads are looked at within that time, after which what they wait for moves along by itself. */
const latelyMs = campaignLimits.unsentLookMaxMs + campaignLimits.lateMs;

/** The latest mails of leads of sequences, before the clock was set forward: the next one would go as much sooner. */
function moveLatelySent(write: Builder, tables: Tables, step: Step): Statement[] {
  const { deliveries, campaigns, enrolments, leadMails } = tables;
  const { from, byMs } = step;
  const since = nearSince(step, latelyMs);
  const isLatest = exists(
    write
      .select({ one: sql`1` })
      .from(campaigns)
      .innerJoin(
        enrolments,
        and(eq(enrolments.planId, campaigns.planId), eq(enrolments.leadId, deliveries.leadId)),
      )
      .where(
        and(
          eq(campaigns.id, deliveries.campaignId),
          eq(enrolments.workspaceId, deliveries.workspaceId),
          eq(enrolments.deliveryId, deliveries.id),
          isNull(enrolments.endedAt),
        ),
      ),
  );
  const movedLeads = write
    .select({ id: enrolments.leadId })
    .from(enrolments)
    .innerJoin(
      deliveries,
      and(eq(deliveries.id, enrolments.deliveryId), eq(deliveries.workspaceId, enrolments.workspaceId)),
    )
    .where(and(isNull(enrolments.endedAt), between(deliveries.sentAt, since + byMs, from + byMs)));
  return [
    write
      .update(deliveries)
      .set({ sentAt: sql`${deliveries.sentAt} + ${byMs}` })
      .where(and(isSomeones(write, tables, deliveries), between(deliveries.sentAt, since, from), isLatest)),
    // A lead's latest mail is never told as older than any of its mails.
    write
      .update(leadMails)
      .set({ lastSentAt: sql`${leadMails.lastSentAt} + ${byMs}` })
      .where(
        and(
          isSomeones(write, tables, leadMails),
          between(leadMails.lastSentAt, since, from),
          inArray(leadMails.leadId, movedLeads),
        ),
      ),
  ];
}

/** Mails that were sent while the clock was ahead. */
function moveSent(write: Builder, tables: Tables, { from, byMs }: Step): Statement[] {
  const { deliveries, leadMails } = tables;
  const laterThan = from + byMs + clockLimits.movedWithinMs;
  return [
    write
      .update(deliveries)
      .set({ sentAt: sql`${deliveries.sentAt} + ${byMs}` })
      .where(and(isSomeones(write, tables, deliveries), gt(deliveries.sentAt, laterThan))),
    write
      .update(leadMails)
      .set({ lastSentAt: sql`${leadMails.lastSentAt} + ${byMs}` })
      .where(and(isSomeones(write, tables, leadMails), gt(leadMails.lastSentAt, laterThan))),
  ];
}

/** Parts that were made while the clock was ahead. */
function moveMade(write: Builder, { campaigns }: Tables, { from, byMs }: Step): Statement[] {
  const { createdAt, planId } = campaigns;
  return [
    write
      .update(campaigns)
      .set({ createdAt: sql`${createdAt} + ${byMs}` })
      .where(and(isNotNull(planId), gt(createdAt, from + byMs + clockLimits.movedWithinMs))),
  ];
}

const aheadMaxMs = campaignLimits.delayMaxMinutes * minuteMs;
const holdMaxMs = campaignLimits.holdMaxSeconds * secondMs;

/** Each is told what time it is now. */
export const bringingPlans: readonly Shape<{ id: string }[]>[] = [
  (write, tables) =>
    write
      .update(tables.deliveries)
      .set({ sentAt: fromNow(0) })
      .where(and(isSomeones(write, tables, tables.deliveries), isAhead(tables.deliveries.sentAt, 0)))
      .returning({ id: tables.deliveries.id }),
  (write, tables) =>
    write
      .update(tables.leadMails)
      .set({ lastSentAt: fromNow(0) })
      .where(and(isSomeones(write, tables, tables.leadMails), isAhead(tables.leadMails.lastSentAt, 0)))
      .returning({ id: tables.leadMails.leadId }),
  (write, { enrolments }) =>
    write
      .update(enrolments)
      .set({ dueAt: fromNow(aheadMaxMs) })
      .where(and(isNull(enrolments.endedAt), isAhead(enrolments.dueAt, aheadMaxMs)))
      .returning({ id: enrolments.leadId }),
  (write, { campaignPlans }) =>
    write
      .update(campaignPlans)
      .set({ holdUntil: fromNow(holdMaxMs) })
      .where(and(eq(campaignPlans.state, "holding"), isAhead(campaignPlans.holdUntil, holdMaxMs)))
      .returning({ id: campaignPlans.id }),
  // Whoever started it only now, by a clock that was ahead, is asked as everybody else of what is late.
  (write, { campaignPlans }) =>
    write
      .update(campaignPlans)
      .set({ startedAt: fromNow(0) })
      .where(and(eq(campaignPlans.state, "started"), isAhead(campaignPlans.startedAt, 0)))
      .returning({ id: campaignPlans.id }),
];

/** The moments at which mails were sent are in the order of their workspaces. */
function isSomeones(
  write: Builder,
  { workspaces }: Tables,
  { workspaceId }: Tables["deliveries" | "leadMails"],
): SQL {
  return inArray(workspaceId, write.select({ id: workspaces.workspaceId }).from(workspaces));
}
