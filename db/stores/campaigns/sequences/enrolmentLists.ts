import { and, eq, exists, gte, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import type { Database } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import { behind, inOrder } from "../../../keyset.ts";
import { leadSearchOf } from "../../../search/leadSearch.ts";
import { type LeadMatch, matchingLeads } from "../../leads/leadMatch.ts";
import type { PlanKey } from "../plans/planRows.ts";

type EnrolmentListStore = ReturnType<typeof createEnrolmentListStore>;
export type ListedEnrolment = Awaited<ReturnType<EnrolmentListStore["pageOf"]>>["rows"][number];
export type EnrolmentQuery = PlanKey & {
  step: number | null;
  ended: boolean | null;
  /** Null for no search. */
  search: LeadMatch | null;
  afterId: string | null;
  order: "asc" | "desc";
  countMax: number;
};

/** The leads of a sequence for lists, in the order of their ids, which the tables' keys have. */
export function createEnrolmentListStore(
  database: Database,
  lookedThrough: number = campaignLimits.leadsLookedThrough,
) {
  const fewOf = fewFound(database);
  const questions = enrolmentQuestions(database);
  return {
    /**
     * The next leads, and the place after which the next page begins; null if there is none. For conditions without an
     * index a page examines a limited number of leads, so it may have few or none and still be followed by another.
     */
    async pageOf(query: EnrolmentQuery) {
      const { search } = query;
      const few = search === null ? null : await fewOf(search);
      const isKnown = few !== null || (search === null && (query.step === null || query.ended === null));
      const lastId = isKnown ? null : await questions.lastWithin(query, lookedThrough);
      const found = await questions.rows({ ...query, few, lastId });
      const rows = found.slice(0, query.countMax);
      return { rows, next: found.length > rows.length ? (rows.at(-1)?.leadId ?? null) : lastId };
    },
  };
}

/** The queries that a page is made from. */
export function enrolmentQuestions(database: Database) {
  const { read, tables } = database;
  const { enrolments, deliveries, campaigns, leads } = tables;
  const { leadId, step, dueAt, endedAt, endedCode, endedParams } = enrolments;
  const meant = (query: EnrolmentQuery) =>
    and(
      eq(enrolments.planId, query.id),
      eq(enrolments.workspaceId, query.workspaceId),
      query.step === null ? undefined : eq(step, query.step),
      query.ended === null ? undefined : query.ended ? isNotNull(endedAt) : isNull(endedAt),
      query.afterId === null ? undefined : behind([leadId], { order: query.order, place: [query.afterId] }),
    );
  return {
    /** The last of `count` leads, read from an index alone; null if there are no more than these. */
    async lastWithin(query: EnrolmentQuery, count: number): Promise<string | null> {
      // The index by step does not contain who has finished.
      const ended = query.step === null ? query.ended : null;
      const some = await read
        .select({ leadId })
        .from(enrolments)
        .where(meant({ ...query, ended }))
        .orderBy(inOrder(leadId, query.order))
        .limit(2)
        .offset(count - 1);
      return some.length > 1 ? (some[0]?.leadId ?? null) : null;
    },

    /** One more than asked for, if there is one. */
    rows(query: EnrolmentQuery & Found) {
      const { lastId, order } = query;
      return read
        .select({
          leadId,
          step,
          dueAt,
          endedAt,
          endedCode,
          endedParams,
          lead: {
            email: leads.email,
            firstName: leads.firstName,
            lastName: leads.lastName,
            optout: leads.optout,
          },
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
            meant(query),
            searched(database, query),
            lastId === null ? undefined : (order === "asc" ? lte : gte)(leadId, lastId),
          ),
        )
        .orderBy(inOrder(leadId, order))
        .limit(query.countMax + 1);
    },
  };
}

type Found = { few: readonly string[] | null; lastId: string | null };

/** On its own, a database might walk all leads in their order. This looks up each of the sequence's leads instead. */
function searched({ read, tables }: Database, { search, few }: EnrolmentQuery & Found): SQL | undefined {
  if (search === null) return undefined;
  const { enrolments, leads } = tables;
  if (few !== null) return isListed(tables, enrolments.leadId, few);
  const isIt = matchingLeads({ read, tables }, { ...search, memberCount: null });
  return exists(
    read
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.id, enrolments.leadId), isIt)),
  );
}

/** The indexes of both databases are of three neighbouring letters. */
const together = 3;

/** The leads that a search finds, if an index says that they are few; null if it finds too many, or cannot tell. */
function fewFound(database: Database) {
  const { leads } = database.tables;
  const index = leadSearchOf(database);
  const { sortedMax } = leadLimits;
  return async (search: LeadMatch): Promise<string[] | null> => {
    if (!search.words.some((word) => word.every((text) => [...text].length >= together))) return null;
    const where = matchingLeads(database, { ...search, memberCount: null });
    if (index !== null) {
      const found = await index.idsOf(search, where);
      return found === "many" ? null : found;
    }
    const some = await database.read
      .select({ id: leads.id })
      .from(leads)
      .where(where)
      .limit(sortedMax + 1);
    return some.length > sortedMax ? null : some.map(({ id }) => id);
  };
}
