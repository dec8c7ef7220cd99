import { type AnyColumn, and, asc, desc, eq, gt, lt } from "drizzle-orm";
import { byName, compareNames } from "../../../contract/byName.ts";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { type SearchBounds, searchLimits } from "../../../contract/limits/leads.ts";
import type { LeadSortKey } from "../../../contract/schemas/leadMatching.ts";
import type { Database } from "../../database.ts";
import { incomingText, isListed, jsonSqlOf } from "../../json/jsonSql.ts";
import type { Place } from "../../keyset.ts";
import { unforeseen } from "../../notLeading.ts";
import { leadSearchOf } from "../../search/leadSearch.ts";
import { collectionNamed } from "./collectionNamed.ts";
import { isOfCollection } from "./collections.ts";
import { createMatchCounts } from "./countingMatches.ts";
import type { LeadMatch } from "./leadMatch.ts";
import { isIndexed, leadOrder, leadsBehind } from "./leadOrder.ts";
import type { LeadRow } from "./leads.ts";
import { isWhole, type Looking, type Narrowed, narrow } from "./narrowedLeads.ts";
import { seekPage } from "./seekPage.ts";

export type ListedLead = Pick<
  LeadRow,
  | ("id" | "firstName" | "lastName" | "email" | "phone" | "optout")
  | ("emailCount" | "openedCount" | "createdAt" | "fields" | "consent" | "consentAt" | "consentHow")
> & { collections: string[] };

export type LeadPageQuery = LeadMatch & {
  sort: LeadSortKey;
  order: "asc" | "desc";
  offset: number;
  countMax: number;
};

/** A null `place` begins with the first. */
type LeadKeysetQuery = Omit<LeadPageQuery, "offset"> & { place: Place | null };

type Unnamed = Omit<ListedLead, "collections">;

export type LeadListStore = ReturnType<typeof createLeadListStore>;

/** Leads as lists show them, with the names of their collections. */
export function createLeadListStore(database: Database, bounds: SearchBounds = searchLimits) {
  const { read, tables } = database;
  const { collections, memberships } = tables;
  const search = leadSearchOf(database, bounds);
  const looking = { search, countStride: bounds.countStride };
  const countMatches = createMatchCounts(database, search, bounds);

  /** In two steps, because a join would look up each lead in each of the owner's collections. */
  async function withNames(workspaceId: WorkspaceId, rows: Unnamed[]): Promise<ListedLead[]> {
    if (rows.length === 0) return [];
    const nameById = await namesById(workspaceId);
    const ids = rows.map((row) => row.id);
    const pairs = await read
      .select({ leadId: memberships.leadId, collectionId: memberships.collectionId })
      .from(memberships)
      .where(and(eq(memberships.workspaceId, workspaceId), isListed(tables, memberships.leadId, ids)));
    const pairsById = Map.groupBy(pairs, (pair) => pair.leadId);
    const namesOf = (id: string) =>
      (pairsById.get(id) ?? []).flatMap((pair) => nameById.get(pair.collectionId) ?? []);
    return rows.map((row) => ({ ...row, collections: namesOf(row.id).sort(compareNames) }));
  }

  async function namesById(workspaceId: WorkspaceId): Promise<Map<string, string>> {
    const rows = await read
      .select({ id: collections.id, name: collections.name })
      .from(collections)
      .where(eq(collections.workspaceId, workspaceId));
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  return {
    namesById,

    async collectionNamesOf(of: { workspaceId: WorkspaceId; leadId: string }): Promise<string[]> {
      const rows = await read
        .select({ name: collections.name })
        .from(memberships)
        .innerJoin(collections, isOfCollection(tables))
        .where(and(eq(memberships.leadId, of.leadId), eq(collections.workspaceId, of.workspaceId)));
      return rows.sort(byName).map(({ name }) => name);
    },

    collectionIdNamed: (of: { workspaceId: WorkspaceId; name: string }) => collectionNamed(database, of),

    async page(query: LeadPageQuery): Promise<{ rows: ListedLead[]; total: number }> {
      const narrowed = await narrow(database, looking, query);
      const total = narrowed.total ?? (await countMatches({ ...query, ...narrowed }));
      const found = { ...narrowed, total };
      if (found.total <= query.offset) return { rows: [], total: found.total };
      const rows = await pageRows(database, { ...query, ...found });
      return { rows: await withNames(query.workspaceId, rows), total: found.total };
    },

    /** The owner's leads with these ids, oldest first. */
    async rowsOf(of: { workspaceId: WorkspaceId; ids: readonly string[] }) {
      return withNames(of.workspaceId, await rowsNamed(database, of));
    },

    idsBehind: (query: LeadKeysetQuery) => idsBehind(database, looking, query),
    /** The next matching ids after a given one; "desc" has the newest first. */
    nextIds: (query: LeadMatch, reading: IdReading) => nextIds(database, looking, { ...query, ...reading }),

    /** The ids of all that match except for the given ones, oldest first. */
    async idsOf(query: LeadMatch, except: readonly string[] = []): Promise<string[]> {
      const { leads } = tables;
      const { where } = await narrow(database, looking, query);
      const rows = await read.select({ id: leads.id }).from(leads).where(where).orderBy(asc(leads.id));
      const leftOut = new Set(except);
      return rows.map(({ id }) => id).filter((id) => !leftOut.has(id));
    },
  };
}

/** The next ids after a place in the order, or the first ones, and the last one's place if there are more. */
async function idsBehind(database: Database, looking: Looking, query: LeadKeysetQuery) {
  const { where } = await narrow(database, looking, query);
  return leadsBehind(database, { ...query, where, isWhole: isWhole(query) });
}

type IdReading = { beyond: string | null; order: "asc" | "desc"; countMax: number };

async function nextIds(
  database: Database,
  looking: Looking,
  { beyond, order, countMax, ...query }: LeadMatch & IdReading,
) {
  const { read, tables } = database;
  const { leads, memberships } = tables;
  const isBeyond = (column: AnyColumn) =>
    beyond === null ? undefined : (order === "asc" ? gt : lt)(column, beyond);
  const direction = order === "asc" ? asc : desc;
  if (query.collectionId !== null && isWhole(query)) {
    const members = await read
      .select({ id: memberships.leadId })
      .from(memberships)
      .where(
        and(
          eq(memberships.workspaceId, query.workspaceId),
          eq(memberships.collectionId, query.collectionId),
          isBeyond(memberships.leadId),
        ),
      )
      .orderBy(direction(memberships.leadId))
      .limit(unforeseen(tables, countMax));
    return members.map(({ id }) => id);
  }
  const { where } = await narrow(database, looking, query);
  const rows = await read
    .select({ id: leads.id })
    .from(leads)
    .where(and(where, isBeyond(leads.id)))
    .orderBy(direction(leads.id))
    .limit(countMax);
  return rows.map(({ id }) => id);
}

type Found = Narrowed & { total: number };

function listedFields({ leads }: Database["tables"]) {
  const { id, firstName, lastName, email, phone, optout, emailCount, openedCount, createdAt, fields } = leads;
  const { consent, consentAt, consentHow } = leads;
  const said = { consent, consentAt, consentHow };
  return {
    id,
    firstName,
    lastName,
    email,
    phone,
    optout,
    emailCount,
    openedCount,
    createdAt,
    fields,
    ...said,
  };
}

function rowsNamed(
  { read, tables }: Database,
  { workspaceId, ids }: { workspaceId: WorkspaceId; ids: readonly string[] },
) {
  const { leads } = tables;
  return read
    .select(listedFields(tables))
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), isListed(tables, leads.id, ids)))
    .orderBy(asc(leads.id));
}

type PageRows = LeadPageQuery & Found;

/**
 * In two steps: which leads are on the page is read from an index alone, if one has the order, and then they are looked up.
 * In a single statement the database might instead walk that order through the table, past every lead.
 */
async function pageRows({ read, tables }: Database, query: PageRows) {
  const { leads } = tables;
  const countMax = Math.min(query.countMax, query.total - query.offset);
  // The second half is read from its end, since an index walk costs as much as the rows that it skips.
  const isNearEnd = query.offset > query.total / 2;
  const offset = isNearEnd ? query.total - query.offset - countMax : query.offset;
  const order = (query.order === "asc") === isNearEnd ? "desc" : "asc";
  const { key, keys } = await pageKeys(read, tables, { ...query, order, offset, countMax });
  const found = await read
    .select(listedFields(tables))
    .from(leads)
    .where(and(eq(leads.workspaceId, query.workspaceId), isListed(tables, leads[key], keys)));
  const byKey = new Map(found.map((row) => [row[key], row]));
  return (isNearEnd ? keys.reverse() : keys).flatMap((each) => byKey.get(each) ?? []);
}

async function pageKeys(
  read: Database["read"],
  tables: Database["tables"],
  query: PageRows,
): Promise<{ key: "id" | "email"; keys: string[] }> {
  const { leads, memberships } = tables;
  const { workspaceId, collectionId, sort, order, countMax, offset } = query;
  const direction = order === "asc" ? asc : desc;
  const whole = isWhole(query);
  // Members are stored in the order of their ids, so in a large collection no other leads are skipped.
  if (whole && collectionId !== null && sort === "createdAt") {
    const where = and(eq(memberships.workspaceId, workspaceId), eq(memberships.collectionId, collectionId));
    const start = await seekPage(read, {
      from: memberships,
      where,
      columns: [memberships.leadId],
      order,
      offset,
    });
    if (start === null) return { key: "id", keys: [] };
    const members = await read
      .select({ key: memberships.leadId })
      .from(memberships)
      .where(start.where)
      .orderBy(direction(memberships.leadId))
      .limit(countMax)
      .offset(start.offset);
    return { key: "id", keys: members.map((row) => row.key) };
  }
  // The index by address does not contain the id, so each skipped lead would have to be looked up.
  const key = whole && collectionId === null && sort === "email" ? "email" : "id";
  const columns = leadOrder(tables, sort);
  if (query.ids !== undefined) {
    // Ids grow with time.
    if (sort === "createdAt") {
      const ids = order === "asc" ? query.ids.toSorted() : query.ids.toSorted().reverse();
      return { key: "id", keys: ids.slice(offset, offset + countMax) };
    }
    // The ids come first in the join: on its own, SQLite may walk a whole index of leads.
    const rows = await read
      .select({ key: leads.id })
      .from(jsonSqlOf(tables).rows(JSON.stringify(query.ids.map((id) => [id]))))
      .crossJoin(leads)
      .where(and(eq(leads.id, incomingText(0)), eq(leads.workspaceId, workspaceId)))
      .orderBy(...columns.map(direction))
      .limit(countMax)
      .offset(offset);
    return { key: "id", keys: rows.map((row) => row.key) };
  }
  // Each stride would sort all of them anew.
  const stride = isIndexed(tables, sort) ? undefined : offset;
  const start = await seekPage(read, { from: leads, where: query.where, columns, order, offset, stride });
  if (start === null) return { key, keys: [] };
  const rows = await read
    .select({ key: leads[key] })
    .from(leads)
    .where(start.where)
    .orderBy(...columns.map(direction))
    .limit(countMax)
    .offset(start.offset);
  return { key, keys: rows.map((row) => row.key) };
}
