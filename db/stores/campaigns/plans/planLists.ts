import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { CampaignSort } from "../../../../contract/schemas/campaign.ts";
import type { PlanAudience, PlanState } from "../../../../contract/schemas/campaignPlan.ts";
import { type Builder, bound, type Database } from "../../../database.ts";
import { isListed, jsonSqlOf } from "../../../json/jsonSql.ts";
import { behind, inOrder, isPlace, type Place } from "../../../keyset.ts";
import { notLeading } from "../../../notLeading.ts";
import type { Tables } from "../../../tables.ts";
import { countsIn } from "../campaignCounts.ts";
import { type CountedCampaign, isAccepted, preparing } from "../campaigns.ts";
import { plansNamed } from "./namedPlans.ts";
import { createNextDue, nextDueColumns } from "./nextDue.ts";
import { isPlan, ofPlan, type PlanKey, type PlanRow } from "./planRows.ts";
import { hasMoreToComeSql, planStateSql } from "./planState.ts";
import { isShown } from "./plans.ts";

/** A campaign and what lists show of it, without its parts and its content. */
export type ListedPlan = {
  plan: Omit<PlanRow, "audience">;
  /** Its audience, except leads that are chosen one by one. */
  audience: Omit<PlanAudience, "leads"> | null;
  isPicked: boolean;
  hasMoreToCome: boolean;
  /**
   * When the next mail of a sequence is due, and the step that its lead has reached; where nobody is to get one any more, when
   * the next lead is looked at. Null if none is. Those whose mail is uncertain are not: they wait for a person.
   */
  nextDueAt: number | null;
  nextFrom: number | null;
  creator: { email: string; firstName: string; lastName: string } | null;
};

type PlanListing = {
  workspaceId: WorkspaceId;
  search: string | null;
  states: readonly PlanState[] | null;
  archived: boolean;
  sort: CampaignSort;
  desc: boolean;
  offset: number;
  /** The place of the last row of the page before. */
  place?: Place | null;
  countMax: number;
};

/** Campaigns with their parts, as lists and pages show them. */
export function createPlanListStore(database: Database) {
  return {
    ...listing(database),
    ...counting(database),
    ...lookingInto(database),
    ...lookingAtHeld(database),
  };
}

function listing(database: Database) {
  const { read, tables } = database;
  const { campaignPlans, users } = tables;
  const { email, firstName, lastName } = users;
  const { audience, ...plan } = getTableColumns(campaignPlans);
  const json = jsonSqlOf(tables);
  const nextDue = createNextDue(database);
  const listed = (by: SQL = sql`null`) =>
    read
      .select({
        by: sql<unknown>`${by}`,
        plan,
        // They may be thousands.
        audience: sql<ListedPlan["audience"]>`${json.without(audience, "leads")}`.mapWith(audience),
        isPicked: sql<boolean>`coalesce(${json.textAt(audience, "leads")}, '[]') <> '[]'`.mapWith(Boolean),
        hasMoreToCome: hasMoreToComeSql(tables),
        ...nextDueColumns(tables),
        creator: { email, firstName, lastName },
      })
      .from(campaignPlans)
      .leftJoin(users, eq(users.id, campaignPlans.createdBy));

  const shown = async ({
    by: _,
    nextSentAt,
    ...row
  }: Awaited<ReturnType<typeof listed>>[number]): Promise<ListedPlan> => ({
    ...row,
    ...(await nextDue({ ...row, nextSentAt })),
  });

  const pageWithPlaces = async (query: PlanListing) => {
    const named =
      query.search === null ? null : await plansNamed({ read, tables }, { ...query, search: query.search });
    const by = sortedBy(tables, query.sort);
    const order = query.desc ? "desc" : "asc";
    const columns = by === null ? [campaignPlans.id] : [by, campaignPlans.id];
    const { place = null } = query;
    return listed(by ?? undefined)
      .where(
        and(
          eq(campaignPlans.workspaceId, query.workspaceId),
          isShown(tables),
          query.archived ? isNotNull(campaignPlans.archivedAt) : isNull(campaignPlans.archivedAt),
          named === null ? undefined : isListed(tables, campaignPlans.id, named),
          query.states === null ? undefined : inArray(planStateSql(tables), [...query.states]),
          place === null ? undefined : behind(columns, { order, place }),
        ),
      )
      .orderBy(...columns.map((column) => inOrder(column, order)))
      .limit(query.countMax)
      .offset(query.offset);
  };

  return {
    async page(query: PlanListing): Promise<ListedPlan[]> {
      return Promise.all((await pageWithPlaces(query)).map(shown));
    },

    /** The same, with the place of the last one. */
    async pageBehind(query: PlanListing): Promise<{ rows: ListedPlan[]; last: Place | null }> {
      const rows = await pageWithPlaces(query);
      const last = rows.at(-1);
      return {
        rows: await Promise.all(rows.map(shown)),
        last: last === undefined ? null : placeIn(query.sort, last),
      };
    },

    async one(key: PlanKey): Promise<ListedPlan | null> {
      const [row] = await listed().where(and(isPlan(tables, key), isShown(tables)));
      return row === undefined ? null : shown(row);
    },
  };
}

function lookingInto({ read, ask, tables }: Database) {
  const { campaigns, planMails } = tables;
  return {
    /** The parts of some campaigns with their counts, those of earlier steps first. */
    async partsOf(workspaceId: WorkspaceId, planIds: readonly string[]): Promise<CountedCampaign[]> {
      if (planIds.length === 0) return [];
      const rows = await ask(bound(readParts, { workspaceId, planIds: JSON.stringify(planIds) }));
      return rows.flatMap(({ campaign, counts }) =>
        isAccepted(campaign) ? [{ campaign, ...countsIn(counts) }] : [],
      );
    },

    /** The leads that a campaign's first mails were for, except those it excluded; at most `countMax`. */
    async leadsOf({ workspaceId, id, countMax }: PlanKey & { countMax: number }): Promise<string[]> {
      const { deliveries } = tables;
      const rows = await read
        .select({ leadId: deliveries.leadId })
        .from(deliveries)
        .where(
          and(
            inArray(
              deliveries.campaignId,
              read
                .select({ id: campaigns.id })
                .from(campaigns)
                .where(and(ofPlan(tables, { workspaceId, id }), eq(campaigns.step, 0))),
            ),
            ne(deliveries.state, "skipped"),
          ),
        )
        .limit(countMax);
      return rows.map(({ leadId }) => leadId);
    },

    /** Which of some names campaigns of the workspace have, deleted ones too: they may be brought back. */
    async namesAmong(workspaceId: WorkspaceId, names: readonly string[]): Promise<ReadonlySet<string>> {
      const { name, workspaceId: owner } = tables.campaignPlans;
      const rows = await read
        .selectDistinct({ name })
        .from(tables.campaignPlans)
        .where(and(eq(owner, workspaceId), isListed(tables, name, names)));
      return new Set(rows.map((row) => row.name));
    },

    /** The subjects of the variants of some campaigns, by campaign and variant. */
    async subjectsOf(workspaceId: WorkspaceId, planIds: readonly string[]) {
      if (planIds.length === 0) return [];
      const { planId, variantId, subject } = planMails;
      return read
        .select({ planId, variantId, subject })
        .from(planMails)
        .where(and(inArray(planId, [...planIds]), eq(planMails.workspaceId, workspaceId)));
    },
  };
}

/** Used for each batch that a sequence advances, and whenever somebody looks. */
function readParts(builder: Builder, tables: Tables) {
  const { campaigns, campaignCounts } = tables;
  return builder
    .select({ campaign: campaigns, counts: campaignCounts })
    .from(campaigns)
    .leftJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id))
    .where(
      and(
        isListed(tables, campaigns.planId, sql.placeholder("planIds")),
        eq(notLeading(campaigns.workspaceId), sql.placeholder("workspaceId")),
        ne(campaigns.state, preparing),
      ),
    )
    .orderBy(asc(campaigns.step), asc(campaigns.id));
}

function counting({ read, tables }: Database) {
  const { campaignPlans } = tables;
  return {
    /** How many of a workspace's campaigns stand how, archived ones apart. */
    async countsByState(
      workspaceId: WorkspaceId,
    ): Promise<{ state: PlanState; archived: boolean; count: number }[]> {
      return read
        .select({
          state: planStateSql(tables),
          archived: sql<boolean>`${campaignPlans.archivedAt} is not null`.mapWith(Boolean),
          count: count(),
        })
        .from(campaignPlans)
        .where(and(eq(campaignPlans.workspaceId, workspaceId), isShown(tables)))
        .groupBy(sql`1`, sql`2`);
    },
  };
}

function lookingAtHeld({ read, tables }: Database) {
  const { campaigns, campaignCounts } = tables;
  return {
    /** The parts that held sends will begin with. They are no parts that anything is done with until then. */
    async heldPartsOf(workspaceId: WorkspaceId, planIds: readonly string[]): Promise<CountedCampaign[]> {
      if (planIds.length === 0) return [];
      const rows = await read
        .select({ campaign: campaigns, counts: campaignCounts })
        .from(campaigns)
        .leftJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id))
        .where(
          and(
            inArray(campaigns.planId, [...planIds]),
            eq(notLeading(campaigns.workspaceId), workspaceId),
            eq(campaigns.state, preparing),
          ),
        );
      return rows.map(({ campaign, counts }) => ({
        campaign: { ...campaign, state: "paused" },
        ...countsIn(counts),
      }));
    },
  };
}

const isCounted = (sort: CampaignSort) => sort !== "createdAt" && sort !== "name" && sort !== "state";

function placeIn(sort: CampaignSort, { by, plan }: { by: unknown; plan: { id: string } }): Place {
  if (sort === "createdAt") return [plan.id];
  return [isCounted(sort) ? Number(by) : String(by), plan.id];
}

/** Whether values from outside are a valid place in this order, of types that a database can compare. */
export function isPlanPlace(
  { tables: { campaignPlans } }: Pick<Database, "tables">,
  sort: CampaignSort,
  values: readonly unknown[],
): values is Place {
  const { id, createdAt, name } = campaignPlans;
  const columns = sort === "createdAt" ? [id] : [isCounted(sort) ? createdAt : name, id];
  return isPlace(columns, values);
}

/** Null sorts by when it was created, as ids do. */
function sortedBy(tables: Tables, sort: CampaignSort): SQL | null {
  const { campaignPlans, campaigns, campaignCounts } = tables;
  const sumOf = (column: SQLWrapper) =>
    sql`(select coalesce(sum(${column}), 0) from ${campaigns}
      left join ${campaignCounts} on ${campaignCounts.campaignId} = ${campaigns.id}
      where ${campaigns.planId} = ${campaignPlans.id} and ${campaigns.workspaceId} = ${campaignPlans.workspaceId})`;
  switch (sort) {
    case "createdAt":
      return null;
    case "name":
      return sql`lower(${campaignPlans.name})`;
    case "state":
      return planStateSql(tables);
    case "total":
      return sumOf(campaigns.total);
    case "sent":
    case "opened":
    case "clicked":
      return sumOf(campaignCounts[sort]);
  }
}
