import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import type { Database } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import { askedOfEach, notLeading } from "../../../notLeading.ts";
import { gatheredWithin, isWithin, type LeadRange } from "../../../segments/leadRange.ts";
import { bouncedSql, questionSql } from "../../../segments/questionSql.ts";
import { strideEnd } from "../../leads/leadStrides.ts";
import type { AskedAudience, AudienceRule } from "./askedAudience.ts";
import { audiencePieces } from "./audiencePieces.ts";
import { firstRule, hasMailed, hasOthers, isLately } from "./otherAddresses.ts";
import { ofPlan } from "./planRows.ts";

/** A lead of the audience; `rule` is the index of the rule that excludes it, null if it is mailed. */
export type MeantLead = { id: string; email: string; rule: number | null };

/** A lead that joins a running sequence. */
export type JoiningLead = Pick<Database["tables"]["leads"]["$inferSelect"], "id" | "email" | "fields">;

export type PlanAudienceStore = ReturnType<typeof createPlanAudienceStore>;

/**
 * Whom an audience reaches and whom it excludes. Counting and starting use the same condition, so they cannot differ.
 * `leadsAtOnce` is how many leads one condition is asked of in one statement.
 */
export function createPlanAudienceStore(
  database: Database,
  leadsAtOnce: number = campaignLimits.audienceSlice,
) {
  const { read, tables } = database;
  const { leads } = tables;
  const { id, email, firstName, lastName } = leads;

  /** Each lead that is meant, with its rule; also by addresses, of which the database is not asked. */
  async function* looked(asked: AskedAudience, afterId?: string) {
    for await (const { where, range } of audiencePieces(database, asked, { leadsAtOnce, afterId })) {
      const rows = await read
        .select({ id, email, firstName, lastName, rule: ruleSql(database, asked, range) })
        .from(leads)
        .where(and(isMeant(database, asked, range), where))
        .orderBy(asc(id));
      yield rows.map((row) => ({ ...row, rule: firstRule(asked, row), count: 1 }));
    }
  }

  async function* grouped(asked: AskedAudience) {
    for await (const { where, range } of audiencePieces(database, asked, { leadsAtOnce }))
      yield await read
        .select({ rule: ruleSql(database, asked, range), count: sql<number>`count(*)`.mapWith(Number) })
        .from(leads)
        .where(and(isMeant(database, asked, range), where))
        .groupBy(sql`1`);
  }

  return {
    /** How many leads each rule excludes; null stands for those who are mailed. */
    async counts(asked: AskedAudience): Promise<{ rule: number | null; count: number }[]> {
      const counts = new Map<number | null, number>();
      for await (const rows of hasOthers(asked) ? looked(asked) : grouped(asked))
        for (const { rule, count } of rows) counts.set(rule, (counts.get(rule) ?? 0) + count);
      return Array.from(counts, ([rule, count]) => ({ rule, count }));
    },

    /** The leads of the audience, in the order in which they were added. */
    async *slices(asked: AskedAudience): AsyncGenerator<MeantLead[]> {
      for await (const rows of looked(asked)) yield rows.map(({ id, email, rule }) => ({ id, email, rule }));
    },

    /** The next leads that these rules exclude; without rules, the next that are mailed. */
    async page(
      asked: AskedAudience,
      { rules, afterId, countMax }: { rules: readonly number[] | null; afterId: string; countMax: number },
    ) {
      const found: { id: string; email: string; firstName: string; lastName: string }[] = [];
      if (hasOthers(asked)) {
        for await (const rows of looked(asked, afterId)) {
          const theirs = rows.filter(({ rule }) =>
            rules === null ? rule === null : rules.includes(rule ?? -1),
          );
          found.push(...theirs.slice(0, countMax - found.length));
          if (found.length >= countMax) break;
        }
        return found;
      }
      for await (const { where, range } of audiencePieces(database, asked, { leadsAtOnce, afterId })) {
        const rule = ruleSql(database, asked, range);
        const rows = await read
          .select({ id, email, firstName, lastName })
          .from(leads)
          .where(
            and(
              isMeant(database, asked, range),
              where,
              rules === null ? isNull(rule) : inArray(rule, [...rules]),
            ),
          )
          .orderBy(asc(id))
          .limit(countMax - found.length);
        found.push(...rows);
        if (found.length >= countMax) break;
      }
      return found;
    },

    ...joining(database),
    ...naming(database),
  };
}

/** Leads that have come into the audience since a sequence began, by the condition of its start. */
function joining(database: Database) {
  const { read, tables } = database;
  const { leads, enrolments } = tables;
  const { id, email, fields } = leads;
  return {
    /** The last of the next leads of a workspace; null if there are fewer. */
    stretchEnd: ({ countMax, ...of }: { workspaceId: WorkspaceId; afterId: string; countMax: number }) =>
      strideEnd(database, { ...of, stride: countMax }),

    /** Leads between two ids that a start would mail and that have never been in the sequence. */
    async joiners(
      asked: AskedAudience,
      { planId, afterId, untilId }: { planId: string; afterId: string; untilId: string | null },
    ): Promise<JoiningLead[]> {
      const range = { afterId, untilId };
      const theirs = read
        .select({ one: sql`1` })
        .from(enrolments)
        .where(
          and(
            eq(enrolments.planId, planId),
            eq(enrolments.leadId, id),
            eq(enrolments.workspaceId, asked.workspaceId),
            gatheredWithin(tables, enrolments.leadId, range),
          ),
        );
      const rows = await read
        .select({ id, email, fields })
        .from(leads)
        .where(
          and(
            eq(leads.workspaceId, asked.workspaceId),
            isWithin(id, range),
            notExists(theirs),
            isMailed(database, asked, range),
          ),
        )
        .orderBy(asc(id));
      return rows.filter((row) => firstRule(asked, { ...row, rule: null }) === null);
    },
  };
}

function naming({ read, tables }: Database) {
  const { collections, campaignPlans } = tables;
  return {
    /** The names of these collections, by id; of those that exist. */
    async collectionNames(workspaceId: WorkspaceId, ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = await read
        .select({ id: collections.id, name: collections.name })
        .from(collections)
        .where(and(eq(collections.workspaceId, workspaceId), inArray(collections.id, [...ids])));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    async campaignNames(workspaceId: WorkspaceId, ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const rows = await read
        .select({ id: campaignPlans.id, name: campaignPlans.name })
        .from(campaignPlans)
        .where(and(eq(campaignPlans.workspaceId, workspaceId), inArray(campaignPlans.id, [...ids])));
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}

/** Whether a lead, of those of the workspace in a range, belongs to the audience and is mailed. */
export function isMailed(database: Database, asked: AskedAudience, range: LeadRange): SQL | undefined {
  return and(isMeant(database, asked, range), isNull(ruleSql(database, asked, range)));
}

/** All leads that any part of the audience includes. */
function isMeant(
  database: Database,
  { workspaceId, audience, segments }: AskedAudience,
  range: LeadRange,
): SQL | undefined {
  if (audience.everyone) return undefined;
  const { tables } = database;
  const { leads } = tables;
  const { collections, leads: picked, after } = audience;
  const parts = [
    ...(collections.length === 0 ? [] : [isMember(database, { workspaceId, range, ids: collections })]),
    ...segments.map((asked) => questionSql(database, { ...asked, range })),
    ...(picked.length === 0 ? [] : [isListed(tables, leads.id, picked)]),
    ...(after === null ? [] : [cameAfter(database, { workspaceId, range, ...after })]),
  ];
  return or(...parts) ?? sql`1 = 0`;
}

function isMember(
  { read, tables }: Database,
  { workspaceId, range, ids }: Sent & { ids: readonly string[] },
): SQL {
  const { leads, memberships } = tables;
  const theirs = read
    .select({ one: sql`1` })
    .from(memberships)
    .where(
      and(
        eq(memberships.workspaceId, workspaceId),
        eq(memberships.leadId, leads.id),
        gatheredWithin(tables, memberships.leadId, range),
        inArray(memberships.collectionId, [...ids]),
      ),
    );
  return askedOfEach(tables, exists(theirs));
}

type Sent = { workspaceId: WorkspaceId; range: LeadRange };

/** That a lead has a delivery of a campaign of which something holds: gathered for the leads of a range, unless those are few. */
function hasMail({ read, tables }: Database, { workspaceId, range, id }: Sent & { id: string }) {
  const { deliveries, campaigns, leads } = tables;
  const parts = read.select({ id: campaigns.id }).from(campaigns).where(ofPlan(tables, { workspaceId, id }));
  const isOfIt = inArray(deliveries.campaignId, parts);
  return (where: SQL | undefined): SQL => {
    // Each time anew: a query that is built keeps the condition that it was given last.
    const mails = read.select({ id: deliveries.leadId }).from(deliveries);
    return range.areFew
      ? askedOfEach(tables, exists(mails.where(and(isOfIt, eq(deliveries.leadId, leads.id), where))))
      : inArray(leads.id, mails.where(and(isOfIt, isWithin(deliveries.leadId, range), where)));
  };
}

/** Leads who were sent a campaign and did not react to any mail of it in a given way. */
function cameAfter(
  database: Database,
  of: Sent & { campaignId: string; unless: "opened" | "clicked" },
): SQL | undefined {
  const { deliveries } = database.tables;
  const has = hasMail(database, { ...of, id: of.campaignId });
  const did = isNotNull(of.unless === "opened" ? deliveries.openedAt : deliveries.clickedAt);
  return and(has(eq(notLeading(deliveries.state), "sent")), not(has(did)));
}

/** The index of the first rule that excludes a lead; null if none does. */
function ruleSql(
  database: Database,
  { workspaceId, rules }: AskedAudience,
  range: LeadRange,
): SQL<number | null> {
  const cases = rules.map(
    (rule, index) =>
      sql`when ${breaks(database, { workspaceId, range }, rule)} then ${sql.raw(String(index))}`,
  );
  if (cases.length === 0) return sql<number | null>`null`;
  return sql<number | null>`case ${sql.join(cases, sql` `)} else null end`.mapWith((value: unknown) =>
    value === null ? null : Number(value),
  );
}

function breaks(database: Database, { workspaceId, range }: Sent, rule: AudienceRule): SQL | undefined {
  const { read, tables } = database;
  const { leads, suppressions, campaigns, deliveries } = tables;
  switch (rule.kind) {
    case "optedOut":
      return eq(leads.optout, true);
    case "suppressed":
      return exists(
        read
          .select({ one: sql`1` })
          .from(suppressions)
          .where(and(eq(suppressions.workspaceId, workspaceId), eq(suppressions.emailHash, leads.emailHash))),
      );
    case "bounced":
      return bouncedSql(database);
    case "overPlan":
      return gt(leads.id, rule.lastId);
    case "collection":
      return isMember(database, { workspaceId, range, ids: [rule.id] });
    case "segment":
      return questionSql(database, { ...rule.asked, range });
    case "campaign":
      return hasMail(database, { workspaceId, range, id: rule.id })(hasMailed(tables));
    case "recent": {
      const lately = read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(isLately(tables, { workspaceId, since: rule.since }));
      return inArray(
        leads.id,
        read
          .select({ id: deliveries.leadId })
          .from(deliveries)
          .where(
            and(
              inArray(deliveries.campaignId, lately),
              isWithin(deliveries.leadId, range),
              eq(notLeading(deliveries.state), "sent"),
              gte(deliveries.sentAt, rule.since),
            ),
          ),
      );
    }
  }
}
