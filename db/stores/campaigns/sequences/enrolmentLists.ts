import { and, eq, exists, gte, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import type { Database } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import { behind, inOrder } from "../../../keyset.ts";
import { leadSearchOf } from "../../../search/leadSearch.ts";
import { type LeadMatch, matchingLeads } from "../../leads/leadMatch.ts";
import type { PlanKey } from "../plans/planRows.ts";

export type EnrolmentListStore = ReturnType<typeof createEnrolmentListStore>;
export type ListedEnrolment = Awaited<ReturnType<EnrolmentListStore["pageOf"]>>["rows"][number];
export type EnrolmentQuery = PlanKey & {
  step: number | null;
  ended: boolean | null;
  /** Null where nobody is looked for. */
  search: LeadMatch | null;
  afterId: string | null;
  order: "asc" | "desc";
  countMax: number;
};

/** The leads of a sequence as they are looked at, in the order of their ids, which the table's keys have. */
export function createEnrolmentListStore(
  database: Database,
  lookedThrough: number = campaignLimits.leadsLookedThrough,
) {
  const fewOf = fewFound(database);
  const questions = enrolmentQuestions(database);
  return {
    /**
     * The next, and behind whom the page after it begins: null where there is none. Of what no index knows a page looks
     * through some leads at most, so that it may hold few of them, or none, and still have one behind it.
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

/** What is asked of the database for a page. */
export function enrolmentQuestions(database: Database) {
  const { read, tables } = database;
  const { enrolments, deliveries, campaigns, leads } = tables;
  const { leadId, step, dueAt, endedAt, endedCode, endedParams } = enrolments;
  const meant = (query: EnrolmentQuery) =>
    and(
      ...[eq(enrolments.planId, query.id), eq(enrolments.workspaceId, query.workspaceId)],
      query.step === null ? undefined : eq(step, query.step),
      query.ended === null ? undefined : query.ended ? isNotNull(endedAt) : isNull(endedAt),
      query.afterId === null ? undefined : behind([leadId], { order: query.order, place: [query.afterId] }),
    );
  return {
    /** The last of so many leads, read from an index alone; null where there are no more than these. */
    async lastWithin(query: EnrolmentQuery, count: number): Promise<string | null> {
      // The index by step does not know who has ended.
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

    /** One more than asked for, where there is one. */
    rows(query: EnrolmentQuery & Found) {
      const { lastId, order } = query;
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

/** Left to itself, a database might walk all leads in their order: each of the sequence's is asked for its own instead. */
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

/** Three neighbouring letters are what the indexes of both databases know. */
const together = 3;

/** Whom a search finds, where an index says that they are few; null where it knows of too many, or of nothing. */
function fewFound(database: Database) {
  const { leads } = database.tables;
  const index = leadSearchOf(database);
  const { sortedMax } = leadLimits;
  return async (search: LeadMatch): Promise<string[] | null> => {
    if (!search.words.some((word) => [...word].length >= together)) return null;
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
