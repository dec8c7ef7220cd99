import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../database.ts";
import { behind, inOrder } from "../../../keyset.ts";
import { escapeLike } from "../../leads/leadMatch.ts";
import type { PlanKey } from "../plans/planRows.ts";

export type EnrolmentListStore = ReturnType<typeof createEnrolmentListStore>;
export type ListedEnrolment = Awaited<ReturnType<EnrolmentListStore["pageOf"]>>[number];

/** The leads of a sequence as they are looked at, in the order of their ids, which the table's key has. */
export function createEnrolmentListStore({ read, tables }: Database) {
  const { enrolments, deliveries, campaigns, leads } = tables;
  return {
    async pageOf(
      query: PlanKey & {
        step: number | null;
        ended: boolean | null;
        /** A part of an address. */
        search: string | null;
        afterId: string | null;
        order: "asc" | "desc";
        countMax: number;
      },
    ) {
      const { order } = query;
      const { leadId, step, dueAt, endedAt, endedCode, endedParams } = enrolments;
      return read
        .select({
          ...{ leadId, step, dueAt, endedAt, endedCode, endedParams },
          lead: { email: leads.email, firstName: leads.firstName, lastName: leads.lastName },
          mail: { state: deliveries.state, sentAt: deliveries.sentAt, step: campaigns.step },
        })
        .from(enrolments)
        .leftJoin(leads, and(eq(leads.id, leadId), eq(leads.workspaceId, enrolments.workspaceId)))
        .leftJoin(
          deliveries,
          and(eq(deliveries.id, enrolments.deliveryId), eq(deliveries.workspaceId, enrolments.workspaceId)),
        )
        .leftJoin(campaigns, eq(campaigns.id, deliveries.campaignId))
        .where(
          and(
            ...[eq(enrolments.planId, query.id), eq(enrolments.workspaceId, query.workspaceId)],
            query.step === null ? undefined : eq(step, query.step),
            query.ended === null ? undefined : query.ended ? isNotNull(endedAt) : isNull(endedAt),
            query.search === null
              ? undefined
              : sql`lower(${leads.email}) like ${`%${escapeLike(query.search.toLowerCase())}%`} escape '\\'`,
            query.afterId === null ? undefined : behind([leadId], { order, place: [query.afterId] }),
          ),
        )
        .orderBy(inOrder(leadId, order))
        .limit(query.countMax);
    },
  };
}
